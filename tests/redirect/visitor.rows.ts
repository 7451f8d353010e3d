import { BOTS, BROWSERS, CHROME, PROGRAMS } from '../agents.ts'
import { FROM, PAGE, type Row, served, type Visitor } from './row.ts'

const IOS = 'https://apps.example/ios'
const ANDROID = 'https://apps.example/android'
const phones = { url: PAGE, ios: IOS, android: ANDROID }
const destinations = { main: PAGE, ios: IOS, android: ANDROID }

const browsers: Row[] = BROWSERS.map(([phone, device, os, browser, agent]) => {
  const url = destinations[phone]
  return served(`${phone}, ${device}, ${os}: ${agent}`, url, {
    link: phones,
    visitor: { agent },
    click: { url, variant: phone, device, os, browser },
  })
})

const programs: Row[] = PROGRAMS.map(([browser, agent]) =>
  served(`a program counts as a visitor: ${agent}`, PAGE, {
    visitor: { agent },
    click: { browser, device: 'Unknown', os: '', is_mobile: false },
  }),
)

const bots: Row[] = [...BOTS, null].map((agent) =>
  served(`a bot consumes no click and gets no A/B: ${agent}`, PAGE, {
    link: { url: PAGE, expires_after: 1, ab: [{ percent: 100, url: 'https://b.example/' }] },
    visitor: { agent },
    click: { is_bot: true, device: 'Bot', is_mobile: false },
  }),
)

const never = (name: string, visitor: Visitor): Row =>
  served(`records and consumes no click: ${name}`, PAGE, {
    link: { url: PAGE, expires_after: 1 },
    visitor,
    click: null,
  })

const looks: Row[] = [
  never('HEAD', { method: 'HEAD' }),
  never('HEAD by a bot', { method: 'HEAD', agent: 'Googlebot/2.1' }),
  never('Sec-Purpose: prefetch', { headers: { 'sec-purpose': 'prefetch' } }),
  never('Sec-Purpose: prefetch;prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }),
  never('Purpose: prefetch', { headers: { purpose: 'prefetch' } }),
  never('Purpose: preview', { headers: { purpose: 'preview' } }),
  never('X-Moz: prefetch', { headers: { 'x-moz': 'prefetch' } }),
]

const header = (name: string, headers: Record<string, string>, click: object): Row =>
  served(`${name}: ${JSON.stringify(headers).slice(0, 100)}`, PAGE, {
    visitor: { headers },
    click: { ...click },
  })

const headers: Row[] = [
  header('the referer', { referer: 'https://www.news.example/a?b' }, { referer: 'news.example' }),
  header(
    'the referer',
    { referer: 'http://user:pw@Sub.News.example:8080/' },
    { referer: 'sub.news.example' },
  ),
  header('the referer', { referer: 'android-app://com.app.one/' }, { referer: 'com.app.one' }),
  header('an invalid referer', { referer: 'javascript:alert(1)' }, { referer: '' }),
  header('an invalid referer', { referer: 'nonsense' }, { referer: '' }),
  header(
    'a long referer',
    { referer: `https://long.example/${'x'.repeat(4_000)}` },
    { referer: 'long.example' },
  ),
  header('the language', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, { language: 'de-AT' }),
  header('the language', { 'accept-language': 'FR-ca' }, { language: 'fr-CA' }),
  header('the language', { 'accept-language': 'en;q=0,cs' }, { language: 'cs' }),
  header('an invalid language', { 'accept-language': ';;;q=zz' }, { language: '' }),
  header('no language', { 'accept-language': '*' }, { language: '' }),
  header('the color scheme', { 'sec-ch-prefers-color-scheme': '"dark"' }, { color_scheme: 'dark' }),
  header('the color scheme', { 'sec-ch-prefers-color-scheme': 'light' }, { color_scheme: 'light' }),
  header(
    'an invalid color scheme',
    { 'sec-ch-prefers-color-scheme': '"pink"' },
    { color_scheme: null },
  ),
  header('no color scheme', {}, { color_scheme: null }),
  header('the brand', { 'sec-ch-ua': '"Brave";v="131", "Chromium";v="131"' }, { browser: 'Brave' }),
  header(
    'a phone by client hints',
    { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-model': '"Pixel 8"' },
    { os: 'Android', device: 'Mobile', is_mobile: true, brand: 'Google', platform: 'Android' },
  ),
  header('a range', { range: 'bytes=0-1' }, {}),
  header(
    'a conditional request',
    { 'if-none-match': '*', 'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT' },
    {},
  ),
  header(
    'a forged address',
    {
      'cf-connecting-ip': FROM.US,
      'true-client-ip': FROM.US,
      'x-real-ip': FROM.US,
      forwarded: `for=${FROM.US}`,
    },
    {},
  ),
  header('a forged scheme', { 'x-forwarded-proto': 'javascript' }, {}),
  header('an image request', { 'sec-fetch-dest': 'image' }, {}),
]

const from = (name: string, address: string, ip: string, click: object): Row =>
  served(`from ${name}`, PAGE, { visitor: { from: address }, click: { ip, ...click } })

const addresses: Row[] = [
  from('Prague', FROM.CZ, FROM.CZ, { geo: geoOf('Europe/Prague') }),
  from('London', FROM.GB, FROM.GB, { country: 'GB', continent: 'Europe', is_eu: false }),
  from('America', FROM.US, FROM.US, { country: 'US', continent: 'North America', is_eu: false }),
  from('a private network', FROM.nowhere, FROM.nowhere, {
    country: '',
    city: '',
    continent: '',
    is_eu: false,
    geo: {},
  }),
  from('an IPv4-mapped address', `::ffff:${FROM.CZ}`, FROM.CZ, { country: 'CZ' }),
  from('behind an untrusted proxy', `1.2.3.4, ${FROM.CZ}`, FROM.CZ, { country: 'CZ' }),
  from('behind an invalid address', `<script>, ${FROM.GB}`, FROM.GB, { country: 'GB' }),
]

/** Coordinates change with the database; the time zone of a city does not. */
function geoOf(time_zone: string) {
  return { time_zone }
}

/** Visitors, and what is recorded about them. */
export const VISITOR_ROWS: readonly Row[] = [
  ...browsers,
  ...programs,
  ...bots,
  ...looks,
  ...headers,
  ...addresses,
  served('a browser named in full', PAGE, {
    visitor: { agent: CHROME },
    click: { brand: '', platform: 'Linux' },
  }),
]
