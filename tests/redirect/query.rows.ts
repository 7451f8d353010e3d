import { type DomainKey, type LinkFields, type Row, served } from './row.ts'

const all: LinkFields = {
  utm_source: 's',
  utm_medium: 'm',
  utm_campaign: 'c',
  utm_term: 't',
  utm_content: 'n',
  utm_reference: 'r',
}

type Line = readonly [
  domain: DomainKey,
  url: string,
  utm: LinkFields,
  query: string,
  location: string,
  click?: Record<string, unknown>,
]

// biome-ignore format: one row a line
const LINES: readonly Line[] = [
  // nothing to add: the stored bytes
  ['plain', 'https://e.example/', {}, '', 'https://e.example/'],
  ['plain', 'https://e.example', {}, '', 'https://e.example'],
  ['plain', 'https://e.example/?q=%', {}, '', 'https://e.example/?q=%'],
  ['plain', 'https://e.example/?b=2&a=1&b=1&c', {}, '', 'https://e.example/?b=2&a=1&b=1&c'],
  ['plain', 'https://e.example/?', {}, '', 'https://e.example/?'],
  ['plain', 'https://e.example/?a=1&&b=2', {}, '', 'https://e.example/?a=1&&b=2'],
  ['plain', 'https://e.example/#top?a=1', {}, '', 'https://e.example/#top?a=1'],
  ['plain', 'https://e.example/%7Euser/a%2Fb', {}, '', 'https://e.example/%7Euser/a%2Fb'],
  ['plain', 'https://e.example/日本?q=😀#ü', {}, '', 'https://e.example/%E6%97%A5%E6%9C%AC?q=%F0%9F%98%80#%C3%BC'],
  ['plain', 'http://bücher.example/', {}, '', 'http://xn--bcher-kva.example/'],
  ['plain', 'https://e.example/?x=%0d%0aSet-Cookie:a=1', {}, '', 'https://e.example/?x=%0d%0aSet-Cookie:a=1'],
  ['plain', 'http://e.example:8080/p;v=1?a=b+c', {}, '', 'http://e.example:8080/p;v=1?a=b+c'],
  // the visitor's query, merged
  ['plain', 'https://e.example/', {}, 'a=1', 'https://e.example/?a=1', { query: { a: '1' } }],
  ['plain', 'https://e.example/?a=1', {}, 'b=2', 'https://e.example/?a=1&b=2', { query: { b: '2' } }],
  ['plain', 'https://e.example/?a=1', {}, 'a=2', 'https://e.example/?a=1', { query: { a: '2' } }],
  ['plain', 'https://e.example/?a=1', {}, 'a=2&a=3&b=4', 'https://e.example/?a=1&b=4', { query: { a: ['2', '3'], b: '4' } }],
  ['plain', 'https://e.example/', {}, 'a=1&a=2', 'https://e.example/?a=1&a=2', { query: { a: ['1', '2'] } }],
  ['plain', 'https://e.example/', {}, 'a', 'https://e.example/?a', { query: { a: '' } }],
  ['plain', 'https://e.example/', {}, 'a=', 'https://e.example/?a=', { query: { a: '' } }],
  ['plain', 'https://e.example/#f', {}, 'a=1', 'https://e.example/?a=1#f'],
  ['plain', 'https://e.example/?x#f', {}, 'a=1', 'https://e.example/?x&a=1#f'],
  ['plain', 'https://e.example/', {}, 'b=2&a=1', 'https://e.example/?b=2&a=1'],
  ['plain', 'https://e.example/', {}, 'a%5B%5D=1&a%5B%5D=2', 'https://e.example/?a%5B%5D=1&a%5B%5D=2', { query: { 'a[]': ['1', '2'] } }],
  ['plain', 'https://e.example/?%61=1', {}, 'a=2', 'https://e.example/?%61=1'],
  ['plain', 'https://e.example/', {}, 'q=%ff', 'https://e.example/?q=%ff'],
  ['plain', 'https://e.example/', {}, 'q=a+b%20c', 'https://e.example/?q=a+b%20c', { query: { q: 'a b c' } }],
  ['plain', 'https://e.example/', {}, '__proto__=x', 'https://e.example/?__proto__=x'],
  ['plain', 'https://e.example/', {}, 'u=https://evil.example/?x', 'https://e.example/?u=https://evil.example/?x'],
  ['plain', 'https://e.example/', {}, 'ip=8.8.8.8', 'https://e.example/?ip=8.8.8.8', { query: { ip: '8.8.8.8' } }],
  ['plain', 'https://e.example/', {}, 'password=x', 'https://e.example/?password=x'],
  ['plain', 'https://e.example/', {}, 'a=1&&b=2&', 'https://e.example/?a=1&b=2'],
  // how the visitor came; the internal parameter is not forwarded
  ['plain', 'https://e.example/', {}, '_via=qr', 'https://e.example/', { trigger: 'qr', query: {} }],
  ['plain', 'https://e.example/', {}, 'a=1&_via=qr&b=2', 'https://e.example/?a=1&b=2', { trigger: 'qr', query: { a: '1', b: '2' } }],
  ['plain', 'https://e.example/', {}, '_via=preview&a=1', 'https://e.example/?a=1', { trigger: 'preview' }],
  ['plain', 'https://e.example/', {}, '_via=mail', 'https://e.example/?_via=mail', { trigger: 'link' }],
  // UTM parameters of the link, the visitor and the destination
  ['plain', 'https://e.example/', all, '', 'https://e.example/?utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=n&utm_reference=r', all as Record<string, unknown>],
  ['plain', 'https://e.example/?utm_source=d&a=1', { utm_source: 's' }, '', 'https://e.example/?utm_source=s&a=1', { utm_source: 's' }],
  ['plain', 'https://e.example/?utm_source=d&utm_source=e', { utm_source: 's' }, '', 'https://e.example/?utm_source=s', { utm_source: 's' }],
  ['plain', 'https://e.example/?utm_source=d', {}, '', 'https://e.example/?utm_source=d', { utm_source: 'd' }],
  ['plain', 'https://e.example/?utm_source=d', {}, 'utm_source=v', 'https://e.example/?utm_source=v', { utm_source: 'v' }],
  ['plain', 'https://e.example/?utm_source=d', { utm_source: 's' }, 'utm_source=v', 'https://e.example/?utm_source=s', { utm_source: 's', query: { utm_source: 'v' } }],
  ['plain', 'https://e.example/', { utm_source: 's' }, 'utm_source=evil&a=1', 'https://e.example/?utm_source=s&a=1', { utm_source: 's' }],
  ['plain', 'https://e.example/', {}, 'utm_medium=v', 'https://e.example/?utm_medium=v', { utm_medium: 'v', utm_source: null }],
  ['plain', 'https://e.example/', { utm_campaign: 'a b&c=d#e' }, '', 'https://e.example/?utm_campaign=a%20b%26c%3Dd%23e', { utm_campaign: 'a b&c=d#e' }],
  ['plain', 'https://e.example/#f', { utm_term: 'ü' }, '', 'https://e.example/?utm_term=%C3%BC#f', { utm_term: 'ü' }],
  ['plain', 'https://e.example/?utm_custom=1', {}, 'utm_custom=2', 'https://e.example/?utm_custom=2'],
  ['plain', 'https://e.example/', { utm_reference: 'r' }, 'utm_reference=v', 'https://e.example/?utm_reference=r', { utm_reference: 'r' }],
  // the visitor's query takes precedence
  ['override', 'https://e.example/?a=1&b=2', {}, 'a=9', 'https://e.example/?a=9&b=2'],
  ['override', 'https://e.example/?a=1&b=2&a=3', {}, 'a=8&a=9', 'https://e.example/?a=8&a=9&b=2'],
  ['override', 'https://e.example/?a=1', {}, 'b=2', 'https://e.example/?a=1&b=2'],
  ['override', 'https://e.example/?utm_source=d', { utm_source: 's' }, 'utm_source=v', 'https://e.example/?utm_source=s', { utm_source: 's' }],
  ['override', 'https://e.example/?a=1#f', {}, 'a', 'https://e.example/?a#f'],
  // nothing is forwarded, but all of it is recorded
  ['off', 'https://e.example/?a=1', {}, 'a=9&b=2', 'https://e.example/?a=1', { query: { a: '9', b: '2' } }],
  ['off', 'https://e.example/', {}, 'utm_source=v', 'https://e.example/', { utm_source: null, query: { utm_source: 'v' } }],
  ['off', 'https://e.example/', { utm_source: 's' }, 'b=2', 'https://e.example/?utm_source=s', { utm_source: 's' }],
  ['off', 'https://e.example/', {}, '_via=qr', 'https://e.example/', { trigger: 'qr' }],
]

/** Byte-exact destinations, from the stored URL, the link's parameters and the visitor's query. */
export const QUERY_ROWS: readonly Row[] = LINES.map(
  ([domain, url, utm, query, location, click = {}]) =>
    served(`${domain}: ${url} ${JSON.stringify(utm)} ?${query}`, location, {
      domain,
      link: { ...utm, url },
      visitor: { query },
      // A URL with non-ASCII characters is recorded in its encoded form.
      click: { url: /^[!-~]+$/.test(url) ? url : location, ...click },
    }),
)
