import { describe, expect, it } from 'vitest'
import { hasSeveralWords, matchAddresses, rareParts, textsOf, wordsOf } from './search.rules.ts'

const domains = [
  { id: 1, name: 'go.example' },
  { id: 2, name: 'my.go.example' },
]
const match = (text: string, base = { scheme: 'https', port: 0 }) =>
  matchAddresses(text, domains, base)

it('a text in the address of a domain matches all of its links', () => {
  expect(match('GO.exa').domainIds).toEqual([1, 2])
  expect(match('//my.').domainIds).toEqual([2])
  expect(match('example:8080/').domainIds).toEqual([])
  expect(match('example:8080/', { scheme: 'http', port: 8080 }).domainIds).toEqual([1, 2])
  expect(match('go.example/', { scheme: 'http', port: 8080 }).domainIds).toEqual([1, 2])
  expect(match('https://go.example/').startDomainIds).toEqual([])
})

it('a text that spans domain and slug determines how the slug begins', () => {
  expect(match('https://GO.example/Spring')).toEqual({
    domainIds: [],
    startDomainIds: [1],
    slugStart: 'Spring',
  })
  expect(match('go.example/s')).toMatchObject({ startDomainIds: [1, 2], slugStart: 's' })
  expect(match('/s')).toMatchObject({ startDomainIds: [1, 2], slugStart: 's' })
  expect(match('//go.example/s', { scheme: 'http', port: 8080 })).toMatchObject({
    startDomainIds: [1],
    slugStart: 's',
  })
  expect(match('other.example/s').startDomainIds).toEqual([])
  expect(match('spring')).toMatchObject({ domainIds: [], startDomainIds: [] })
})

describe('the parts of a search text for the index', () => {
  const texts = Array.from({ length: 200 }, (_, i) => `b${i}\nhttps://example.com/shop/${i}\nsale`)

  it.each([
    ['https://example.com/shop/SUMMER-2026', ['/SUMMER-2026']],
    ['https://example.com/shop/199-sale', ['/199-']],
    ['summer sale winter', ['summer ', ' winter']],
    ['summer winter', ['summer winter']],
    ['shop', []],
    ['example.com/shop', []],
    ['shop/x1', []],
    ['été/shop/größe', ['été/', '/größe']],
    ['%_\\/', []],
  ])('of %j are %j', (text, parts) => {
    expect(rareParts(text, texts)).toEqual(parts)
  })

  it('are the whole text while no links are known', () => {
    expect(rareParts('https://example.com/shop/1', [])).toEqual(['https://example.com/shop/1'])
  })

  it('are the whole text if it has more than fifty words', () => {
    const words = Array.from({ length: 51 }, (_, i) => `shop word${i}x`.split(' ')[i % 2])
    expect(rareParts(words.join(' '), texts)).toEqual([words.join(' ')])
    expect(rareParts(words.slice(0, 50).join(' '), texts)).not.toEqual([
      words.slice(0, 50).join(' '),
    ])
  })

  it('can differ from the text only if it has several words', () => {
    expect(['shop', '/shop/', 'été', '', '--'].filter(hasSeveralWords)).toEqual([])
    expect(['a b', 'shop/', 'shop.', 'https://x'].map(hasSeveralWords)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('the words of a search', () => {
  const texts = Array.from({ length: 200 }, (_, i) => `b${i}\nhttps://example.com/shop/${i}\nsale`)
  const looked = (search: string) =>
    textsOf(wordsOf(search), texts).map(([first]) => [first?.text, first?.parts])

  it('are separated by any space, and each is searched once', () => {
    expect(wordsOf(' kenya\u00a0 tiktok\tkenya ')).toEqual(['kenya', 'tiktok'])
    expect(wordsOf('  ')).toEqual([])
  })

  it('are one text if there are more than twenty', () => {
    const many = Array.from({ length: 21 }, (_, i) => `word${i}`).join(' ')
    expect(wordsOf(many)).toEqual([many])
  })

  it('are looked up in the index if they are rare, or if none is', () => {
    expect(looked('shop kenya AA')).toEqual([
      ['shop', []],
      ['kenya', ['kenya']],
      ['AA', []],
    ])
    expect(looked('shop AA')).toEqual([
      ['shop', ['shop']],
      ['AA', ['AA']],
    ])
  })
})
