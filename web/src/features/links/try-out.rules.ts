import {
  CHOICE_LISTS,
  DESTINATIONS,
  forChoices,
  forDestinations,
  type Resolution,
} from './destination.rules.ts'

/** Simulated devices, by user agent. */
export const DEVICES: Record<string, { label: string; userAgent: string }> = {
  computer: {
    label: 'A computer',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
  iphone: {
    label: 'An iPhone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  },
  android: {
    label: 'An Android phone',
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  },
}

const REASONS: Record<Exclude<Resolution['rule'], 'expired'>, string> = {
  deleted: 'Not found: the link was deleted.',
  domain: 'Not found: the domain is not verified yet.',
  password: 'Shows the password form.',
  ...forDestinations((field) => DESTINATIONS[field].reason),
  ...forChoices((field) => CHOICE_LISTS[field].reason),
  ab: 'A/B variant. A visitor always gets the same one.',
  url: 'Main destination.',
}

/** The rule that decided, in words. */
export function ruleInWords({ rule, location }: Resolution): string {
  if (rule !== 'expired') return REASONS[rule]
  return location
    ? 'Expired: redirects to the URL for expired links.'
    : 'Expired: shows the page for expired links.'
}
