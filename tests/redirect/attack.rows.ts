/** A request as bytes, and its acceptable statuses: 0 stands for a closed connection. */
export interface Attack {
  name: string
  /** `{host}` and `{slug}` are substituted. */
  bytes: string
  right: readonly number[]
  /** The number of clicks it records. */
  clicks?: number
}

const get = (target: string, ...lines: string[]) => request('GET', target, ...lines)
const request = (method: string, target: string, ...lines: string[]) =>
  `${method} ${target} HTTP/1.1\r\nhost: {host}\r\n${lines.map((it) => `${it}\r\n`).join('')}\r\n`
const AGENT = 'user-agent: Mozilla/5.0 Firefox/133.0'
const visit = (...lines: string[]) => get('/{slug}', AGENT, ...lines)

const x = (text: string, count: number) => text.repeat(count)

/** Requests that must be rejected or harmless, by the part of HTTP that they attack. */
// biome-ignore format: one attack a line
export const ATTACKS: readonly Attack[] = [
  // paths
  { name: 'root', bytes: get('/'), right: [200] },
  { name: 'icon', bytes: get('/favicon.ico'), right: [204] },
  { name: 'robots', bytes: get('/robots.txt'), right: [200] },
  { name: 'an unknown slug', bytes: get('/no-such-slug-here'), right: [404] },
  { name: 'an incomplete escape', bytes: get('/%'), right: [404] },
  { name: 'invalid UTF-8', bytes: get('/%ff'), right: [400, 404] },
  { name: 'NUL', bytes: get('/%00'), right: [400, 404] },
  { name: 'a line break', bytes: get('/a%0d%0ab'), right: [400, 404] },
  { name: 'an encoded slash', bytes: get('/a%2fb'), right: [400, 404] },
  { name: 'a parent segment', bytes: get('/a/../b'), right: [400, 404] },
  { name: 'a parent segment below the dashboard', bytes: get('/app/../{slug}'), right: [400, 404] },
  { name: 'a target in absolute form', bytes: get('http://{host}/{slug}', AGENT), right: [302], clicks: 1 },
  { name: 'HTTP/2.0 in the request line', bytes: `GET /{slug} HTTP/2.0\r\nhost: {host}\r\n${AGENT}\r\n\r\n`, right: [400, 505] },
  { name: 'a parent segment before the slug', bytes: get('/x/../{slug}'), right: [400, 404] },
  { name: 'two slashes', bytes: get('//evil.example/{slug}'), right: [400, 404] },
  { name: 'a path parameter', bytes: get('/{slug};x'), right: [404] },
  { name: 'backslashes', bytes: get('/\\{slug}'), right: [400, 404] },
  { name: 'a script', bytes: get('/<script>alert(1)</script>'), right: [400, 404] },
  { name: 'a long path', bytes: get(`/${x('a', 8_000)}`), right: [400, 404, 414] },
  { name: 'a path above the header limit', bytes: get(`/${x('a', 70_000)}`), right: [0, 414, 431] },
  { name: 'an absolute URL of another host', bytes: get('http://evil.example/{slug}'), right: [400, 404] },
  { name: 'no path', bytes: get('*'), right: [400, 404] },
  // hosts
  { name: 'no host', bytes: `GET /{slug} HTTP/1.1\r\n${AGENT}\r\n\r\n`, right: [400] },
  { name: 'an empty host', bytes: `GET /{slug} HTTP/1.1\r\nhost:\r\n${AGENT}\r\n\r\n`, right: [400] },
  { name: 'two hosts', bytes: `GET /{slug} HTTP/1.1\r\nhost: evil.example\r\nhost: {host}\r\n${AGENT}\r\n\r\n`, right: [400] },
  { name: 'another host', bytes: `GET /{slug} HTTP/1.1\r\nhost: evil.example\r\n${AGENT}\r\n\r\n`, right: [404, 421] },
  { name: 'an invalid host name', bytes: `GET /{slug} HTTP/1.1\r\nhost: a b<x>\r\n${AGENT}\r\n\r\n`, right: [400] },
  { name: 'an impossible port', bytes: `GET /{slug} HTTP/1.1\r\nhost: {host}:99999\r\n${AGENT}\r\n\r\n`, right: [400] },
  { name: 'an IP address as host', bytes: `GET /{slug} HTTP/1.1\r\nhost: 127.0.0.1\r\n${AGENT}\r\n\r\n`, right: [404, 421] },
  { name: 'HTTP/1.0 without a host', bytes: `GET /{slug} HTTP/1.0\r\n${AGENT}\r\n\r\n`, right: [400, 404] },
  { name: 'HTTP/0.9', bytes: 'GET /{slug}\r\n', right: [0, 400, 408] },
  // methods
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({ name: method, bytes: request(method, '/{slug}', AGENT, 'content-length: 0'), right: [405] })),
  { name: 'TRACE', bytes: request('TRACE', '/{slug}', AGENT), right: [400, 404, 405] },
  { name: 'CONNECT', bytes: request('CONNECT', '{host}:80', AGENT), right: [0, 400, 404, 405] },
  { name: 'an unknown method', bytes: request('BREW', '/{slug}', AGENT), right: [400, 405] },
  { name: 'a method override header', bytes: visit('x-http-method-override: DELETE'), right: [302], clicks: 1 },
  { name: 'HEAD', bytes: request('HEAD', '/{slug}', AGENT), right: [302] },
  // what visitors send about themselves
  { name: 'a user agent of punctuation, unlike any browser', bytes: get('/{slug}', `user-agent: ${x('; ', 4_000)}`), right: [302] },
  { name: 'a user agent of brackets', bytes: get('/{slug}', `user-agent: Mozilla/5.0 ${x('(', 5_000)}`), right: [302], clicks: 1 },
  { name: 'a user agent of invalid UTF-8', bytes: get('/{slug}', 'user-agent: \u00ff\u00fe Firefox/1'), right: [302], clicks: 1 },
  { name: 'a user agent above the header limit', bytes: get('/{slug}', `user-agent: ${x('a', 100_000)}`), right: [0, 431] },
  { name: 'five hundred headers', bytes: visit(...Array.from({ length: 500 }, (_, i) => `x-${i}: 1`)), right: [302, 431], clicks: 1 },
  { name: 'a folded header', bytes: visit('x-a: 1\r\n 2'), right: [302, 400], clicks: 1 },
  { name: 'a long referer', bytes: visit(`referer: https://e.example/${x('a', 9_000)}`), right: [302], clicks: 1 },
  { name: 'an invalid referer', bytes: visit('referer: javascript:alert(1)'), right: [302], clicks: 1 },
  { name: 'an invalid language', bytes: visit(`accept-language: ${x(';q=zz,', 1_000)}`), right: [302], clicks: 1 },
  { name: 'forged forwarding headers', bytes: visit('x-forwarded-for: <script>, , ,', 'x-forwarded-host: evil.example', 'x-forwarded-proto: javascript', 'forwarded: host=evil.example'), right: [302], clicks: 1 },
  { name: 'a forged gateway token', bytes: visit('x-fingerpost-gateway: 0', 'x-fingerpost-dry-run: 1'), right: [302], clicks: 1 },
  { name: 'a range', bytes: visit('range: bytes=0-1', 'if-none-match: *'), right: [302], clicks: 1 },
  { name: 'a health check', bytes: get('/{slug}', 'user-agent: ELB-HealthChecker/2.0'), right: [302] },
  { name: 'a thousand parameters', bytes: get(`/{slug}?${x('a=1&', 1_000)}`, AGENT), right: [302], clicks: 1 },
  { name: 'property names of objects', bytes: get('/{slug}?__proto__=x&constructor=y&a[]=1&a=2&%ff', AGENT), right: [302], clicks: 1 },
  // the wire format
  { name: 'two content lengths', bytes: request('POST', '/{slug}', 'content-length: 3', 'content-length: 5').concat('abcde'), right: [400] },
  { name: 'a content length and chunks', bytes: request('POST', '/{slug}', 'content-length: 5', 'transfer-encoding: chunked').concat('0\r\n\r\n'), right: [400, 405] },
  { name: 'an unknown transfer encoding', bytes: request('POST', '/{slug}', 'transfer-encoding: xchunked').concat('0\r\n\r\n'), right: [400, 405, 501] },
  { name: 'bare line feeds', bytes: 'GET /{slug} HTTP/1.1\nhost: {host}\n\n', right: [400, 302] },
  { name: 'an upgrade to HTTP/2', bytes: visit('connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__'), right: [302, 400, 404], clicks: 1 },
  { name: 'an upgrade to WebSocket', bytes: visit('connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=='), right: [302, 400, 404], clicks: 1 },
  { name: 'HTTP/2 with prior knowledge', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', right: [0, 400, 404, 405, 505] },
  { name: 'TLS', bytes: '\u0016\u0003\u0001\u0002\u0000', right: [0, 400] },
]
