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
  served(`a program is a visitor: ${agent}`, PAGE, {
    visitor: { agent },
    click: { browser, device: 'Unknown', os: '', is_mobile: false },
  }),
)

const bots: Row[] = [...BOTS, null].map((agent) =>
  served(`a bot takes none and sees no A/B: ${agent}`, PAGE, {
    link: { url: PAGE, expires_after: 1, ab: [{ percent: 100, url: 'https://b.example/' }] },
    visitor: { agent },
    click: { is_bot: true, device: 'Bot', is_mobile: false },
  }),
)

const never = (name: string, visitor: Visitor): Row =>
  served(`is no click and takes none: ${name}`, PAGE, {
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
  header(
    'the page before',
    { referer: 'https://www.news.example/a?b' },
    { referer: 'news.example' },
  ),
  header(
    'the page before',
    { referer: 'http://user:pw@Sub.News.example:8080/' },
    { referer: 'sub.news.example' },
  ),
  header('the page before', { referer: 'android-app://com.app.one/' }, { referer: 'com.app.one' }),
  header('no page before', { referer: 'javascript:alert(1)' }, { referer: '' }),
  header('no page before', { referer: 'nonsense' }, { referer: '' }),
  header(
    'a long page before',
    { referer: `https://long.example/${'x'.repeat(4_000)}` },
    { referer: 'long.example' },
  ),
  header('the language', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, { language: 'de-AT' }),
  header('the language', { 'accept-language': 'FR-ca' }, { language: 'fr-CA' }),
  header('the language', { 'accept-language': 'en;q=0,cs' }, { language: 'cs' }),
  header('no language', { 'accept-language': ';;;q=zz' }, { language: '' }),
  header('no language', { 'accept-language': '*' }, { language: '' }),
  header('the colors', { 'sec-ch-prefers-color-scheme': '"dark"' }, { color_scheme: 'dark' }),
  header('the colors', { 'sec-ch-prefers-color-scheme': 'light' }, { color_scheme: 'light' }),
  header('no colors', { 'sec-ch-prefers-color-scheme': '"pink"' }, { color_scheme: null }),
  header('no colors', {}, { color_scheme: null }),
  header('the brand', { 'sec-ch-ua': '"Brave";v="131", "Chromium";v="131"' }, { browser: 'Brave' }),
  header(
    'the phone',
    { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-model': '"Pixel 8"' },
    { os: 'Android', device: 'Mobile', is_mobile: true, brand: 'Google', platform: 'Android' },
  ),
  header('a range', { range: 'bytes=0-1' }, {}),
  header(
    'a copy',
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
  header('a picture', { 'sec-fetch-dest': 'image' }, {}),
]

const from = (name: string, address: string, ip: string, click: object): Row =>
  served(`from ${name}`, PAGE, { visitor: { from: address }, click: { ip, ...click } })

const addresses: Row[] = [
  from('Prague', FROM.CZ, FROM.CZ, { geo: geoOf('Europe/Prague') }),
  from('London', FROM.GB, FROM.GB, { country: 'GB', continent: 'Europe', is_eu: false }),
  from('America', FROM.US, FROM.US, { country: 'US', continent: 'North America', is_eu: false }),
  from('a private net', FROM.nowhere, FROM.nowhere, {
    country: '',
    city: '',
    continent: '',
    is_eu: false,
    geo: {},
  }),
  from('an address inside another', `::ffff:${FROM.CZ}`, FROM.CZ, { country: 'CZ' }),
  from('behind a proxy that nobody trusts', `1.2.3.4, ${FROM.CZ}`, FROM.CZ, { country: 'CZ' }),
  from('behind nonsense', `<script>, ${FROM.GB}`, FROM.GB, { country: 'GB' }),
]

/** Numbers change with the database; the zone of a city does not. */
function geoOf(time_zone: string) {
  return { time_zone }
}

/** What a visitor is, and what is recorded of him. */
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
