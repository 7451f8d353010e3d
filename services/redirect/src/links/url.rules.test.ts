import type { ForwardMode } from '@fingerpost/protos/words'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  headerUrl,
  joinUrl,
  mergeQuery,
  nameOf,
  readParameters,
  safeQuery,
  setParameters,
  splitUrl,
} from './url.rules.ts'

const utm = (values: Record<string, string>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, `${name}=${value}`]))

describe('UTM parameters of a link', () => {
  it.each([
    ['are appended when they are not there', 'a=1', 'a=1&utm_source=x'],
    ['stand alone when there is no query', undefined, 'utm_source=x'],
    ['follow an empty query', '', 'utm_source=x'],
    ['replace the destination’s own in place', 'a=1&utm_source=old&b=2', 'a=1&utm_source=x&b=2'],
    ['replace repetitions once', 'utm_source=1&a=1&utm_source=2', 'utm_source=x&a=1'],
    ['are found under an encoded name', 'utm%5Fsource=old', 'utm_source=x'],
    ['leave odd pieces as they are', 'a&&=b&%&c=%ZZ', 'a&&=b&%&c=%ZZ&utm_source=x'],
  ])('%s', (_, query, expected) => {
    expect(setParameters(query, utm({ utm_source: 'x' }))).toBe(expected)
  })

  it('keep the order of the link when they are appended', () => {
    expect(setParameters('a=1', utm({ utm_source: 's', utm_term: 't' }))).toBe(
      'a=1&utm_source=s&utm_term=t',
    )
  })
})

describe('the query of a visitor', () => {
  const locked = utm({ utm_source: 'link' })

  it.each<[string, ForwardMode, string | undefined, string, string | undefined]>([
    ['is appended', 'merge', 'a=1', 'b=2&c=3', 'a=1&b=2&c=3'],
    ['stands alone', 'merge', undefined, 'b=2', 'b=2'],
    ['does not change what the destination says', 'merge', 'a=1', 'a=2&b=3', 'a=1&b=3'],
    ['wins over it when the domain says so', 'override', 'a=1&c=1', 'a=2&b=3', 'a=2&c=1&b=3'],
    ['wins with utm_* in place', 'merge', 'utm_term=d&a=1', 'utm_term=v', 'utm_term=v&a=1'],
    [
      'never wins over the link’s utm',
      'override',
      'utm_source=link',
      'utm_source=v',
      'utm_source=link',
    ],
    [
      'never adds to the link’s utm',
      'merge',
      'utm_source=link',
      'utm%5fsource=v&b=1',
      'utm_source=link&b=1',
    ],
    ['keeps repetitions and their order', 'merge', 'a=1', 'b=1&c=2&b=3', 'a=1&b=1&c=2&b=3'],
    ['keeps repetitions where it wins', 'override', 'a=1&z=1&a=2', 'a=3&a=4', 'a=3&a=4&z=1'],
    ['keeps arrays', 'merge', undefined, 'a[]=1&a=2', 'a[]=1&a=2'],
    [
      'keeps names that objects have',
      'merge',
      'a=1',
      '__proto__=x&constructor=y',
      'a=1&__proto__=x&constructor=y',
    ],
    ['loses empty pieces', 'merge', 'a=1', '&&b=2&', 'a=1&b=2'],
    ['is not forwarded when that is off', 'off', 'a=1', 'b=2', 'a=1'],
    ['changes nothing when it is empty', 'merge', 'a=%zz&&b', '', 'a=%zz&&b'],
    ['changes nothing when nothing of it is left', 'merge', undefined, 'utm_source=v', undefined],
    ['keeps bad escapes', 'merge', 'a=1', 'b=%&c=%ff', 'a=1&b=%&c=%ff'],
  ])('%s', (_, mode, query, visitors, expected) => {
    expect(mergeQuery(query, visitors, mode, locked)).toBe(expected)
  })
})

describe('for any destination and any visitor', () => {
  const piece = fc.string({ unit: fc.constantFrom(...'ab=&%2_+.[]'), maxLength: 12 })
  const query = fc.option(
    fc.array(fc.oneof(piece, fc.constantFrom('utm_source=d', 'utm_term=d', 'a=1', '')), {
      maxLength: 6,
    }),
    { nil: undefined },
  )
  const mode = fc.constantFrom<ForwardMode>('merge', 'override', 'off')
  const locked = utm({ utm_source: 'link', utm_campaign: 'c%20d' })

  it('splitting and joining a URL restores it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a/?#&=%é') }), (url) => {
        expect(joinUrl(splitUrl(url))).toBe(url)
      }),
    )
  })

  it('UTM parameters of the link occur exactly once', () => {
    fc.assert(
      fc.property(query, piece, mode, (pieces, visitors, how) => {
        const own = setParameters(pieces?.join('&'), locked)
        const merged = mergeQuery(own, visitors, how, locked)?.split('&') ?? []
        for (const [name, set] of locked) {
          expect(merged.filter((it) => nameOf(it) === name)).toEqual([set])
        }
      }),
    )
  })

  it('other parameters of the destination keep their order and bytes', () => {
    fc.assert(
      fc.property(query, piece, (pieces, visitors) => {
        const ours = (text: string | undefined) =>
          (text?.split('&') ?? []).filter((it) => !nameOf(it).startsWith('utm_'))
        const own = setParameters(pieces?.join('&'), locked)
        const merged = mergeQuery(own, visitors, 'merge', locked)
        expect(ours(merged).slice(0, ours(own).length)).toEqual(ours(own))
      }),
    )
  })

  it('applying the query of the visitor twice changes nothing', () => {
    fc.assert(
      fc.property(query, piece, (pieces, visitors) => {
        const once = mergeQuery(pieces?.join('&'), visitors, 'merge', locked)
        expect(mergeQuery(once, visitors, 'merge', locked)).toBe(once)
      }),
    )
  })

  it('the query of a visitor becomes printable ASCII in one line', () => {
    const bytes = fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((it) => String.fromCharCode(it)),
    })
    fc.assert(
      fc.property(bytes, (text) => {
        expect(safeQuery(text)).toMatch(/^[\x21-\x7e]*$/)
        expect(safeQuery(text)).not.toMatch(/["<>\\]/)
      }),
    )
  })
})

describe('a location', () => {
  it.each([
    ['https://e.com/a?b=%zz#c', 'https://e.com/a?b=%zz#c'],
    ['https://e.com/日本?q=😀#ü', 'https://e.com/%E6%97%A5%E6%9C%AC?q=%F0%9F%98%80#%C3%BC'],
    ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
    ['https://e.com/a\r\nSet-Cookie: x=1', 'https://e.com/aSet-Cookie:%20x=1'],
    ['tg://resolve?domain=x', 'tg://resolve?domain=x'],
    [
      'https://e.com/{a}|b?q=<x>"^`|#{y}',
      'https://e.com/%7Ba%7D%7Cb?q=%3Cx%3E%22%5E%60%7C#%7By%7D',
    ],
    ['https://e.com/%7Ba%7d%7C', 'https://e.com/%7Ba%7d%7C'],
    ['https://e.com/ü|{x}', 'https://e.com/%C3%BC%7C%7Bx%7D'],
    [
      "https://E.com:443/a;b,c!$&'()*+=:@~_-.[]?a[]=1&&b=%zz",
      "https://E.com:443/a;b,c!$&'()*+=:@~_-.[]?a[]=1&&b=%zz",
    ],
    ['', undefined],
    ['not a url\n', undefined],
  ])('for %j is %j', (url, expected) => {
    expect(headerUrl(url)).toBe(expected)
  })
})

it('reads parameters as a server would', () => {
  expect(readParameters('utm_source=a+b%21&utm_term&x=1&utm_source=%zz', 'utm_')).toEqual(
    new Map([
      ['utm_source', '%zz'],
      ['utm_term', ''],
    ]),
  )
})
