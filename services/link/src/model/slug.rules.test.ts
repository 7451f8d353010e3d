import { describe, expect, it } from 'vitest'
import { candidateSlugs, checkSlug, shortUrl } from './slug.rules.ts'

describe('a slug', () => {
  it.each(['a', 'Sale-2026', 'a_b.c~d', 'größe', '日本', 'привет', 'हिन्दी', 'x'.repeat(255)])(
    'may be %s',
    (slug) => expect(checkSlug(slug)).toBeUndefined(),
  )

  it.each([
    '../admin',
    'a/b',
    'a%2fb',
    'a b',
    'a\u0000',
    'a\r\nb',
    '.',
    '..',
    '%61',
    '<x>',
    `'";--`,
    '@me',
    'a+',
    'ａbc',
    '😀',
    'ﬁ',
    '\u0301a',
    'a?b',
    'a#b',
    '\u3164',
    '\u115f\u1160',
    'a\ufe0f',
    'sale\u034f',
    'a\u{e0100}',
    '\u17b4a',
  ])('may not be %j', (slug) => expect(checkSlug(slug)).toMatchObject({ code: 'invalid_slug' }))

  it.each([
    'api',
    'API',
    'app',
    'docs',
    'healthz',
    'readyz',
    'metrics',
    'robots.txt',
    'favicon.ico',
    '.well-known',
  ])('may not be the word %s', (slug) =>
    expect(checkSlug(slug)).toMatchObject({ code: 'reserved_slug' }),
  )

  it('may not be longer than 255 characters', () => {
    expect(checkSlug('x'.repeat(256))).toMatchObject({ code: 'too_long' })
  })
})

describe('a generated slug', () => {
  it('is tried four times at its length, then one longer', () => {
    const lengths = candidateSlugs(
      6,
      (length) => 'x'.repeat(length),
      () => false,
    )

    expect([...lengths.take(9)].map(({ length }) => length)).toEqual([6, 6, 6, 6, 7, 7, 7, 7, 8])
  })

  it('is never rude or reserved if there is an alternative', () => {
    const drawn = ['rude', 'docs', 'fine']
    const [slug] = candidateSlugs(
      4,
      () => drawn.shift() ?? 'next',
      (text) => text === 'rude',
    )

    expect(slug).toBe('fine')
  })
})

it.each([
  [{ scheme: 'https', port: 0 }, 'https://e.com/sale'],
  [{ scheme: 'https', port: 443 }, 'https://e.com/sale'],
  [{ scheme: 'http', port: 443 }, 'http://e.com:443/sale'],
  [{ scheme: 'http', port: 8080 }, 'http://e.com:8080/sale'],
])('a short url on %j is %s', (base, url) => expect(shortUrl(base, 'e.com', 'sale')).toBe(url))

it('percent-encodes a slug of any script as a browser does', () => {
  expect(shortUrl({ scheme: 'https', port: 0 }, 'e.com', '日本')).toBe(
    'https://e.com/%E6%97%A5%E6%9C%AC',
  )
})
