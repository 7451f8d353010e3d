import { describe, expect, it } from 'vitest'
import { domainName, isSlug, readTarget, readTrigger } from './request.rules.ts'

describe('the domain of a host header', () => {
  it.each([
    ['go.example', 'go.example'],
    ['GO.Example.', 'go.example'],
    ['go.example:8080', 'go.example'],
    ['www.go.example', 'go.example'],
    ['www.www.go.example', 'www.go.example'],
    ['localhost:3000', 'localhost'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['127.0.0.1:80', '127.0.0.1'],
  ])('%j is %j', (host, expected) => {
    expect(domainName(host)).toBe(expected)
  })

  it.each([
    '',
    'a b<x>',
    'good.com:99999',
    'good.com:',
    'good.com:80:80',
    'good..com',
    '.com',
    '-a.com',
    'a-.com',
    'аррӏе.com',
    '[::1]',
    'good.com/evil',
    'user@good.com',
    `${'a'.repeat(254)}`,
  ])('%j is none', (host) => {
    expect(domainName(host)).toBeUndefined()
  })

  it('takes no time for a very long host', () => {
    const started = performance.now()
    for (const host of ['-'.repeat(16_000), 'a-'.repeat(8_000), 'a.'.repeat(8_000)]) {
      domainName(host)
    }
    expect(performance.now() - started).toBeLessThan(200)
  })
})

describe('a request line', () => {
  it.each([
    ['/abc', 'abc', ''],
    ['/abc/', 'abc', ''],
    ['/abc//', 'abc/', ''],
    ['/', '', ''],
    ['/?a=1', '', 'a=1'],
    ['/abc?a=1?b#c', 'abc', 'a=1?b'],
    ['/a%2fb', 'a/b', ''],
    ['/a%0d%0ab', 'a\r\nb', ''],
    ['/%2561', '%61', ''],
    ['/u%CC%88', 'ü', ''],
    ['//a', '/a', ''],
    ['/abc+', 'abc+', ''],
    ['/%', '%', ''],
    ['/%ff', '%ff', ''],
    ['/a%c3/?%', 'a%c3', '%'],
  ])('%j asks for %j', (url, path, query) => {
    expect(readTarget(url)).toEqual({ path, query })
  })

  it.each([
    ['http://evil.com/abc', 400],
    ['*', 400],
    [`/${'a'.repeat(8_000)}`, 414],
  ])('%j is refused', (url, status) => {
    expect(readTarget(url)).toBe(status)
  })
})

describe('a path that can be a slug', () => {
  it.each(['abc', 'A-b_c.d~e', 'größe', '日本語', 'हिन्दी', '\u{20000}'.repeat(255)])(
    '%j',
    (path) => {
      expect(isSlug(path)).toBe(true)
    },
  )

  it.each([
    'a/b',
    'a b',
    'a\0',
    'a\r\nb',
    'a;x',
    'a+',
    '@x',
    '%61',
    "'--",
    'a\u00a0b',
    'a'.repeat(256),
  ])('is not %j', (path) => {
    expect(isSlug(path)).toBe(false)
  })
})

it('our own parameter is removed from the query of the visitor', () => {
  expect(readTrigger('a=1&b=2')).toEqual({ trigger: 'link', query: 'a=1&b=2' })
  expect(readTrigger('_via=qr')).toEqual({ trigger: 'qr', query: '' })
  expect(readTrigger('a=1&_via=preview&b=2')).toEqual({ trigger: 'preview', query: 'a=1&b=2' })
  expect(readTrigger('_via=qr&a=1')).toEqual({ trigger: 'qr', query: 'a=1' })
  expect(readTrigger('_via=other&x_via=qr')).toEqual({
    trigger: 'link',
    query: '_via=other&x_via=qr',
  })
})
