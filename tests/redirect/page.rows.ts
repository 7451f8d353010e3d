import { HIDDEN, led, PAGE, page, type Row, secret, served, type Visitor } from './row.ts'

const PAST = '2020-01-01T00:00:00Z'
const none = (name: string, visitor: Visitor, status = 404, rest = {}): Row =>
  page(`${name}: ${visitor.path ?? ''}`, status, { visitor, ...rest })

const unknown: Row[] = [
  none('an unknown slug', { path: '/nothing-at-all' }),
  none('a path below a link', { path: '/a/b' }),
  none('an encoded slash', { path: '/a%2fb' }),
  none('an encoded line break', { path: '/a%0d%0ab' }),
  none('NUL', { path: '/%00' }),
  none('two leading slashes', { path: '//a' }),
  none('a path parameter', { path: '/a;x' }),
  none('a well-known URI', { path: '/.well-known/security.txt' }),
  none('invalid UTF-8', { path: '/%ff' }),
  none('an incomplete escape', { path: '/%' }),
  none('a script', { path: '/%3Cscript%3Ealert(1)%3C%2Fscript%3E' }, 404, { hides: ['alert(1)'] }),
  none('a path that is too long', { path: `/${'a'.repeat(4_000)}` }, 414),
  none('in German', { path: '/nothing-at-all', headers: { 'accept-language': 'de' } }, 404, {
    shows: ['<html lang="de">', 'Link nicht gefunden'],
    headers: { 'content-language': 'de' },
  }),
  none('in Spanish', { path: '/nothing-at-all', headers: { 'accept-language': 'es-MX' } }, 404, {
    shows: ['<html lang="es">', 'Enlace no encontrado'],
    headers: { 'content-language': 'es' },
  }),
  none(
    'in French',
    { path: '/nothing-at-all', headers: { 'accept-language': 'cs,fr;q=0.1' } },
    404,
    {
      shows: ['<html lang="fr">', 'Lien introuvable'],
      headers: { 'content-language': 'fr' },
    },
  ),
  led('an unknown slug, with a not-found URL', 'https://team.example/nothing', {
    visitor: { path: '/nothing-at-all', query: 'a=1' },
  }),
]

const roots: Row[] = [
  page('the root', 200, { visitor: { path: '/' }, shows: ['Short links'] }),
  page('the root with a query', 200, { visitor: { path: '/', query: 'a=1' } }),
  led('the root with a root URL', 'https://team.example/root', { visitor: { path: '/' } }),
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
  served('a host in upper case', PAGE, { visitor: { host: '{DOMAIN}' } }),
  served('a host with a trailing dot', PAGE, { visitor: { host: '{domain}.' } }),
  served('a host with a port', PAGE, { visitor: { host: '{domain}:8443' } }),
  served('a host with www.', PAGE, { visitor: { host: 'www.{domain}' } }),
  served('a host with www., upper case, a trailing dot and a port', PAGE, {
    visitor: { host: 'WWW.{DOMAIN}.:80' },
  }),
  ...['evil.example', '127.0.0.1', 'www.www.{domain}', 'x.{domain}', '{domain}.evil.example'].map(
    (host) => page(`the host ${host}`, 404, { link: secret(), visitor: { host }, hides: HIDDEN }),
  ),
  page('an unverified domain', 404, {
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
  served('a slug in upper case', PAGE, {
    link: { url: PAGE, slug: 'mixed' },
    visitor: { path: '/{SLUG}' },
  }),
  served('a trailing slash', PAGE, { visitor: { path: '/{slug}/' } }),
  served('a slug in another script', PAGE, {
    link: { url: PAGE, slug: 'žluťoučký' },
    visitor: { path: '/{encoded}' },
  }),
  served('a slug in decomposed Unicode', PAGE, {
    link: { url: PAGE, slug: 'café' },
    visitor: { path: '/{decomposed}' },
  }),
  served('a percent-encoded slug', PAGE, {
    link: { url: PAGE, slug: 'a-b' },
    visitor: { path: '/{escaped}' },
  }),
  served('a slug on a case-sensitive domain', PAGE, {
    domain: 'strict',
    link: { url: PAGE, slug: 'Mixed' },
  }),
  page('a slug in upper case on a case-sensitive domain', 404, {
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
      '&lt;b>Bold&lt;/b>',
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
  page('a preview of a link with a click limit consumes none', 200, {
    link: { ...shown, expires_after: 1 },
    visitor: { path: '/{slug}+' },
  }),
  page('a preview of a link with a password', 404, {
    link: secret({ password: 'sesame' }),
    visitor: { path: '/{slug}+' },
    hides: HIDDEN,
  }),
  page('a preview of a link with a password, with the password', 404, {
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
  page('a preview of an unknown slug', 404, { visitor: { path: '/nothing-at-all+' } }),
  page('a preview on a domain that does not allow it', 404, {
    domain: 'strict',
    link: secret(),
    visitor: { path: '/{slug}+' },
    hides: HIDDEN,
  }),
]

/** URLs answered with a page, or with a redirect configured for the domain. */
export const PAGE_ROWS: readonly Row[] = [
  ...unknown,
  ...roots,
  ...methods,
  ...hosts,
  ...slugs,
  ...previews,
]
