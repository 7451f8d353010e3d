import { counted } from '../../shared/counted.ts'

/** Texts about deleting clicks, in the settings. */
export const text = {
  title: 'Delete clicks',
  means:
    'Deletes clicks by link, domain, time range or IP address. Totals of links still count them.',
  open: 'Select clicks',
  which: 'Only clicks that meet all of these criteria are deleted.',
  links: 'Links',
  anyLink: 'Any link',
  noLink: 'No links match',
  anyDomain: 'Any domain',
  from: 'From',
  to: 'Before',
  inZone: (zone: string) => `In ${zone}. Empty: no limit`,
  address: 'IP address or network',
  anyAddress: 'Any address',
  addressMeans: {
    full: 'Such as 192.0.2.7 or 2001:db8::/32',
    truncated:
      'This instance stores only networks: 192.0.2.0/24 or larger, 2001:db8::/48 or larger',
  },
  preview: 'Show number of clicks',
  nothing: 'Select links, a domain, a time range or an address.',
  none: 'No clicks match',
  ask: (clicks: number, complete: boolean) =>
    complete
      ? `Delete ${counted(clicks, 'click', 'clicks')}?`
      : `Delete at least ${counted(clicks, 'click', 'clicks')}?`,
  after: (links: number) =>
    `Clicks of ${counted(links, 'link', 'links')}, including those of bots, disappear from analytics and are deleted within minutes. Totals of links still count them. This cannot be undone.`,
  uncounted: 'There are too many clicks to count them all now.',
  confirm: 'Delete clicks',
  requested: 'Clicks are being deleted',
  list: 'Deleted clicks',
  states: {
    queued: () => 'Waiting for recent clicks to be stored',
    erasing: (erased: number, found: number) =>
      `Deleted ${counted(erased, 'click', 'clicks')} of ${counted(found, 'click', 'clicks')}`,
    done: (_: number, found: number) => `Deleted ${counted(found, 'click', 'clicks')}`,
  },
  failing:
    'The clicks cannot be deleted at the moment. The deletion is retried automatically; if this message remains, ask the operator of this instance.',
  requestedBy: 'Requested {when} by {who}',
  requestedAt: 'Requested {when}',
  operator: 'the operator',
  formerDomain: 'A deleted domain',
  countOfLinks: (links: number) => counted(links, 'link', 'links'),
  since: (time: string) => `since ${time}`,
  before: (time: string) => `before ${time}`,
}
