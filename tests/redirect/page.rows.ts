import { HIDDEN, led, PAGE, page, type Row, secret, served, type Visitor } from './row.ts'

const PAST = '2020-01-01T00:00:00Z'
const none = (name: string, visitor: Visitor, status = 404, rest = {}): Row =>
  page(`${name}: ${visitor.path ?? ''}`, status, { visitor, ...rest })

const unknown: Row[] = [
  none('nothing there', { path: '/nothing-at-all' }),
  none('a path below a link', { path: '/a/b' }),
  none('an encoded slash', { path: '/a%2fb' }),
  none('a line break', { path: '/a%0d%0ab' }),
  none('NUL', { path: '/%00' }),
  none('two slashes', { path: '//a' }),
  none('a parameter', { path: '/a;x' }),
  none('a word of well-known', { path: '/.well-known/security.txt' }),
  none('no UTF-8', { path: '/%ff' }),
  none('half an escape', { path: '/%' }),
  none('a script', { path: '/%3Cscript%3Ealert(1)%3C%2Fscript%3E' }, 404, { hides: ['alert(1)'] }),
  none('too long a path', { path: `/${'a'.repeat(4_000)}` }, 414),
  none('in German', { path: '/nothing-at-all', headers: { 'accept-language': 'de' } }, 404, {
    shows: ['<html lang="de">', 'Hier ist kein Link'],
    headers: { 'content-language': 'de' },
  }),
  none('in Spanish', { path: '/nothing-at-all', headers: { 'accept-language': 'es-MX' } }, 404, {
    shows: ['<html lang="es">', 'Aquí no hay ningún enlace'],
    headers: { 'content-language': 'es' },
  }),
  none(
    'in French',
    { path: '/nothing-at-all', headers: { 'accept-language': 'cs,fr;q=0.1' } },
    404,
    {
      shows: ['<html lang="fr">', 'Aucun lien ici'],
      headers: { 'content-language': 'fr' },
    },
  ),
  led('nothing there, with a page for that', 'https://team.example/nothing', {
    visitor: { path: '/nothing-at-all', query: 'a=1' },
  }),
]

const roots: Row[] = [
  page('home', 200, { visitor: { path: '/' }, shows: ['Short links'] }),
  page('home with a query', 200, { visitor: { path: '/', query: 'a=1' } }),
  led('home elsewhere', 'https://team.example/root', { visitor: { path: '/' } }),
]

const methods: Row[] = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST'].map((method) =>
  page(`${method} on a link`, 405, {
    link: secret(),
    visitor: { method },
    headers: { allow: 'GET, HEAD' },
    hides: HIDDEN,
  }),
)

const hosts: Row[] = [
  served('a host in capitals', PAGE, { visitor: { host: '{DOMAIN}' } }),
  served('a host with a dot at its end', PAGE, { visitor: { host: '{domain}.' } }),
  served('a host with a port', PAGE, { visitor: { host: '{domain}:8443' } }),
  served('a host with www.', PAGE, { visitor: { host: 'www.{domain}' } }),
  served('a host with everything', PAGE, { visitor: { host: 'WWW.{DOMAIN}.:80' } }),
  ...['evil.example', '127.0.0.1', 'www.www.{domain}', 'x.{domain}', '{domain}.evil.example'].map(
    (host) => page(`the host ${host}`, 404, { link: secret(), visitor: { host }, hides: HIDDEN }),
  ),
  page('a domain that is not verified', 404, {
    domain: 'unverified',
    link: secret(),
    hides: HIDDEN,
  }),
  page('a forwarded host', 404, {
    link: secret(),
    visitor: { host: 'evil.example', headers: { 'x-forwarded-host': 'plain.example' } },
    hides: HIDDEN,
  }),
]

const slugs: Row[] = [
  served('a slug in capitals', PAGE, {
    link: { url: PAGE, slug: 'mixed' },
    visitor: { path: '/{SLUG}' },
  }),
  served('a slash at the end', PAGE, { visitor: { path: '/{slug}/' } }),
  served('a slug of another script', PAGE, {
    link: { url: PAGE, slug: 'žluťoučký' },
    visitor: { path: '/{encoded}' },
  }),
  served('a slug decomposed', PAGE, {
    link: { url: PAGE, slug: 'café' },
    visitor: { path: '/{decomposed}' },
  }),
  served('a slug escaped', PAGE, {
    link: { url: PAGE, slug: 'a-b' },
    visitor: { path: '/{escaped}' },
  }),
  served('a slug where the case counts', PAGE, {
    domain: 'strict',
    link: { url: PAGE, slug: 'Mixed' },
  }),
  page('its capitals, where the case counts', 404, {
    domain: 'strict',
    link: secret({ slug: 'Mixed' }),
    visitor: { path: '/{SLUG}' },
    hides: HIDDEN,
  }),
]

const shown = { url: 'https://far.example/?a=1&b', title: '<b>Bold</b>', utm_source: 's' }
const previews: Row[] = [
  page('a preview', 200, {
    link: shown,
    visitor: { path: '/{slug}+', query: 'c=2' },
    shows: [
      '&lt;b&gt;Bold&lt;/b&gt;',
      '<b>far.example</b>',
      'https://far.example/?a=1&amp;b&amp;utm_source=s&amp;c=2',
      '?_via=preview&amp;c=2"',
      '<figure><svg ',
    ],
    hides: ['<b>Bold'],
  }),
  page('a preview in German', 200, {
    link: shown,
    visitor: { path: '/{slug}+', headers: { 'accept-language': 'de' } },
    shows: ['Wohin dieser Link führt'],
    headers: { 'content-language': 'de' },
  }),
  page('a preview of a limited link takes none', 200, {
    link: { ...shown, expires_after: 1 },
    visitor: { path: '/{slug}+' },
  }),
  page('a preview of a link with a password', 404, {
    link: secret({ password: 'sesame' }),
    visitor: { path: '/{slug}+' },
    hides: HIDDEN,
  }),
  page('the same with the password', 404, {
    link: secret({ password: 'sesame' }),
    visitor: { path: '/{slug}+', headers: { 'x-link-password': 'sesame' } },
    hides: HIDDEN,
  }),
  page('a preview of an expired link', 410, {
    link: secret({ expires_at: PAST }),
    visitor: { path: '/{slug}+' },
    hides: HIDDEN,
  }),
  page('a preview of a deleted link', 410, {
    link: secret(),
    deleted: true,
    visitor: { path: '/{slug}+' },
    hides: HIDDEN,
  }),
  page('a preview of nothing', 404, { visitor: { path: '/nothing-at-all+' } }),
  page('a preview where none is allowed', 404, {
    domain: 'strict',
    link: secret(),
    visitor: { path: '/{slug}+' },
    hides: HIDDEN,
  }),
]

/** Addresses that lead to a page, or to where the domain says. */
export const PAGE_ROWS: readonly Row[] = [
  ...unknown,
  ...roots,
  ...methods,
  ...hosts,
  ...slugs,
  ...previews,
]
