import type { Condition } from '@fingerpost/protos/conditions'
import { BROWSERS } from '../agents.ts'
import {
  FROM,
  HIDDEN,
  led,
  PAGE,
  page,
  type Row,
  SECRET_URL,
  secret,
  served,
  type Visitor,
} from './row.ts'

const agentOf = (phone: string) => BROWSERS.find(([it]) => it === phone)?.[4] ?? ''
const IPHONE = agentOf('ios')
const ANDROID = agentOf('android')
const PAST = '2020-01-01T00:00:00Z'
const FUTURE = '2040-01-01T00:00:00Z'
const RIGHT = { 'x-link-password': 'sesame' }
const WRONG = { 'x-link-password': 'Sesame' }

/** A link with every kind of rule. */
const everything = {
  url: 'https://main.example/',
  ios: 'https://ios.example/',
  geo: [{ country: 'CZ', url: 'https://cz.example/' }],
  ab: [{ percent: 100, url: 'https://b.example/' }],
}

const order: Row[] = [
  served('phone before country', 'https://ios.example/', {
    link: everything,
    visitor: { agent: IPHONE },
    click: { url: 'https://ios.example/', variant: 'ios' },
  }),
  served('country before A/B', 'https://cz.example/', {
    link: everything,
    click: { url: 'https://cz.example/', variant: 'geo' },
  }),
  served('country for a phone without its own destination', 'https://cz.example/', {
    link: everything,
    visitor: { agent: ANDROID },
    click: { url: 'https://cz.example/', variant: 'geo' },
  }),
  served('A/B before the main destination', 'https://b.example/', {
    link: everything,
    visitor: { from: FROM.GB },
    click: { url: 'https://b.example/', variant: 'ab' },
  }),
  served('A/B for an unknown country', 'https://b.example/', {
    link: everything,
    visitor: { from: FROM.nowhere },
    click: { url: 'https://b.example/', variant: 'ab' },
  }),
  served('main destination for bots', 'https://main.example/', {
    link: everything,
    visitor: { from: FROM.GB, agent: 'Googlebot/2.1' },
    click: { is_bot: true, variant: 'main' },
  }),
  served('country for bots too', 'https://cz.example/', {
    link: everything,
    visitor: { agent: 'Googlebot/2.1' },
    click: { url: 'https://cz.example/', is_bot: true, variant: 'geo' },
  }),
  served('UTM and query on a phone’s destination', 'https://ios.example/?utm_source=s&a=1', {
    link: { ...everything, utm_source: 's' },
    visitor: { agent: IPHONE, query: 'a=1' },
    click: { url: 'https://ios.example/', variant: 'ios', utm_source: 's' },
  }),
  served('nothing is added to an app URL', 'tg://resolve?domain=x', {
    link: { ...everything, android: 'tg://resolve?domain=x', utm_source: 's' },
    visitor: { agent: ANDROID, query: 'a=1' },
    click: { url: 'tg://resolve?domain=x', variant: 'android', utm_source: null },
  }),
  served('main destination for other countries', 'https://main.example/', {
    link: { url: 'https://main.example/', geo: [{ country: 'CZ', url: 'https://cz.example/' }] },
    visitor: { from: FROM.US },
    click: { country: 'US' },
  }),
]

const TO = 'https://rule.example/'
const ruled = (...when: Condition[]) => ({
  ...everything,
  rules: [{ name: '', url: TO, when }],
})
/** A visit for which the rule matches, and one for which it does not: to the destination for the country. */
const typed = (condition: Condition, match: Visitor, other: Visitor): Row[] => [
  served(`a rule for ${condition.type}`, TO, {
    link: ruled(condition),
    visitor: match,
    click: { url: TO, variant: 'rule', ...(condition.type === 'bot' && { is_bot: true }) },
  }),
  served(`no rule for ${condition.type}`, 'https://cz.example/', {
    link: ruled(condition),
    visitor: other,
    click: { url: 'https://cz.example/', variant: 'geo' },
  }),
]
const header = (name: string, value: string): Visitor => ({ headers: { [name]: value } })
const ALL_DAYS: Condition<'weekly'> = {
  type: 'weekly',
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  from: '00:00',
  to: '24:00',
  timezone: 'Europe/Prague',
}

const rules: Row[] = [
  ...typed({ type: 'device', is: ['Mobile'] }, { agent: ANDROID }, {}),
  ...typed({ type: 'os', is: ['iOS'] }, { agent: IPHONE }, {}),
  ...typed({ type: 'browser', is: ['Chrome'], not: true }, { agent: IPHONE }, {}),
  ...typed(
    { type: 'language', is: ['cs'] },
    header('accept-language', 'en;q=0.5,cs-CZ'),
    header('accept-language', 'en,cs'),
  ),
  ...typed({ type: 'country', is: ['DE', 'CZ'], not: true }, { from: FROM.GB }, {}),
  ...typed({ type: 'city', is: ['prague'], not: true }, { from: FROM.GB }, {}),
  ...typed({ type: 'region', is: ['CZ-10'], not: true }, { from: FROM.nowhere }, {}),
  ...typed(
    { type: 'referer', is: ['news.example'] },
    header('referer', 'https://m.news.example/a'),
    header('referer', 'https://xnews.example/'),
  ),
  ...typed({ type: 'ip', is: ['81.2.69.0/24'] }, { from: FROM.GB }, {}),
  ...typed({ type: 'bot' }, { agent: 'Googlebot/2.1' }, {}),
  served('a rule for a parameter, with the query', `${TO}?a=x`, {
    link: ruled({ type: 'query', name: 'a', is: ['x'] }),
    visitor: { query: 'a=x' },
    click: { url: TO, variant: 'rule' },
  }),
  served('no rule for another value of a parameter', 'https://cz.example/?a=y', {
    link: ruled({ type: 'query', name: 'a', is: ['x'] }),
    visitor: { query: 'a=y' },
    click: { url: 'https://cz.example/', variant: 'geo' },
  }),
  ...[
    { type: 'after' as const, at: PAST },
    { type: 'before' as const, at: FUTURE },
    ALL_DAYS,
  ].flatMap((condition) => [
    served(`a rule for ${condition.type}`, TO, {
      link: ruled(condition),
      click: { url: TO, variant: 'rule' },
    }),
    served(`no rule for ${condition.type}`, 'https://cz.example/', {
      link: ruled({ ...condition, not: true }),
      click: { url: 'https://cz.example/', variant: 'geo' },
    }),
  ]),
  served('the first of two rules, before phones', 'https://first.example/', {
    link: {
      ...everything,
      rules: ['first', 'second'].map((it) => ({
        name: it,
        url: `https://${it}.example/`,
        when: [{ type: 'os', is: ['iOS'] }],
      })),
    },
    visitor: { agent: IPHONE },
    click: { url: 'https://first.example/', variant: 'rule' },
  }),
  served('no rule unless all conditions hold', 'https://ios.example/', {
    link: ruled({ type: 'os', is: ['iOS'] }, { type: 'country', is: ['GB'] }),
    visitor: { agent: IPHONE },
    click: { url: 'https://ios.example/', variant: 'ios' },
  }),
  page('expired before rules', 410, {
    link: secret({ expires_at: PAST, rules: ruled(ALL_DAYS).rules }),
    hides: [...HIDDEN, 'rule.example'],
  }),
]

const cached = (name: string, link: object, value: string, visitor = {}): Row => {
  const own = { url: PAGE, redirect_code: 301 as const, ...link }
  return served(`301, ${name}`, PAGE, {
    link: own,
    visitor,
    headers: { 'cache-control': value },
  })
}

const codes: Row[] = [
  served('302 is not cached', PAGE, { link: { url: PAGE, redirect_code: 302 } }),
  cached('fixed', {}, 'private, max-age=90'),
  cached('with UTM', { url: `${PAGE}?utm_source=s` }, 'private, max-age=90'),
  cached('that expires', { expires_at: FUTURE }, 'no-store'),
  cached('limited', { expires_after: 5 }, 'no-store'),
  cached('with a phone', { ios: 'https://ios.example/' }, 'no-store'),
  cached('with a country', { geo: [{ country: 'FR', url: 'https://fr.example/' }] }, 'no-store'),
  cached('with a rule', { rules: ruled({ type: 'bot' }).rules }, 'no-store'),
  cached('with a password', { password: 'sesame' }, 'no-store', { headers: RIGHT }),
].map((row) => (row.name === '301, with UTM' ? { ...row, location: `${PAGE}?utm_source=s` } : row))

const late = 'https://late.example/?a'
const expiry: Row[] = [
  page('expired', 410, {
    link: secret({ expires_at: PAST }),
    shows: ['has expired'],
    hides: HIDDEN,
  }),
  led('expired, with an expire URL', late, {
    link: secret({ expires_at: PAST, expire_url: late }),
  }),
  led('expired: neither UTM nor query is added', late, {
    link: secret({ expires_at: PAST, expire_url: late, utm_source: 's' }),
    visitor: { query: 'b=2' },
  }),
  led('expired: a 301 link redirects with 302', late, {
    link: secret({ expires_at: PAST, expire_url: late, redirect_code: 301 }),
  }),
  led('expired, with the expired URL of the domain', 'https://team.example/over', {
    link: secret({ expires_at: PAST }),
  }),
  led('expired before the password', late, {
    link: secret({ expires_at: PAST, expire_url: late, password: 'sesame' }),
  }),
  page('expired before the password, without an expire URL', 410, {
    link: secret({ expires_at: PAST, password: 'sesame' }),
    visitor: { headers: RIGHT },
    hides: HIDDEN,
  }),
  page('expired before phones', 410, {
    link: secret({ expires_at: PAST, ios: 'https://ios.example/' }),
    visitor: { agent: IPHONE },
    hides: [...HIDDEN, 'ios.example'],
  }),
  page('expired for bots', 410, {
    link: secret({ expires_at: PAST }),
    visitor: { agent: 'Googlebot/2.1' },
    hides: HIDDEN,
  }),
  page('deleted', 410, {
    link: secret(),
    deleted: true,
    shows: ['no longer exists'],
    hides: HIDDEN,
  }),
  page('deleted before expired', 410, {
    domain: 'targets',
    link: secret({ expires_at: PAST, expire_url: late }),
    deleted: true,
    hides: [...HIDDEN, 'late.example'],
  }),
  served('not expired yet', PAGE, { link: { url: PAGE, expires_at: FUTURE, expire_url: late } }),
]

const locked = secret({ password: 'sesame', ios: 'https://ios.example/' })
const form = {
  link: locked,
  shows: ['This link is protected', 'type="password"'],
  hides: [...HIDDEN, 'ios.example'],
  headers: { 'www-authenticate': 'LinkPassword' },
}
const passwords: Row[] = [
  page('a link with a password', 401, form),
  page('a link with a password, before rules', 401, {
    ...form,
    link: { ...locked, rules: ruled(ALL_DAYS).rules },
    hides: [...HIDDEN, 'rule.example'],
  }),
  page('a link with a password, for phones', 401, { ...form, visitor: { agent: IPHONE } }),
  page('a link with a password, for bots', 401, { ...form, visitor: { agent: 'Googlebot/2.1' } }),
  page('a wrong password', 401, {
    ...form,
    visitor: { headers: WRONG },
    shows: ['Wrong password.'],
  }),
  page('a password in the URL', 401, { ...form, visitor: { query: 'password=sesame' } }),
  page('a password that is too long', 401, {
    ...form,
    visitor: { headers: { 'x-link-password': 'x'.repeat(300) } },
  }),
  page('a forged cookie', 401, { ...form, visitor: { headers: { cookie: 'fp_1=zzz.abc' } } }),
  page('a form submitted from another site', 403, {
    ...form,
    shows: ['Form refused'],
    headers: {},
    visitor: { method: 'POST', headers: { origin: 'https://evil.example' } },
  }),
  served('the right password', SECRET_URL, { link: locked, visitor: { headers: RIGHT } }),
  served('the right password on a phone', 'https://ios.example/', {
    link: locked,
    visitor: { headers: RIGHT, agent: IPHONE },
    click: { url: 'https://ios.example/', variant: 'ios' },
  }),
  served('a password for a link without one', PAGE, { visitor: { headers: WRONG } }),
]

/** Which rule takes precedence, and the result of each. */
export const RULE_ROWS: readonly Row[] = [...order, ...rules, ...codes, ...expiry, ...passwords]
