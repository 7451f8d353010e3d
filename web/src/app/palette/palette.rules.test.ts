import { expect, it } from 'vitest'
import { isNamed, ranked, stepped } from './palette.rules.ts'

const link = (slug: string, title = '', url = 'https://example.com/') => ({
  slug,
  title,
  url,
  domain: 'go.example',
  short_url: `https://go.example:8443/${slug}`,
  tags: [],
})
const slugs = (links: readonly { slug: string }[]) => links.map(({ slug }) => slug)

it('finds names by the beginnings of their words, in any order', () => {
  expect(isNamed('Create a link', 'li cr')).toBe(true)
  expect(isNamed('Create a link', 'ink')).toBe(false)
  expect(isNamed('Links', '')).toBe(true)
})

it('puts the link with the exact slug first, then slugs and titles that begin like it', () => {
  const links = [
    link('other', 'x', 'https://example.com/sale'),
    link('b', 'Winter sale'),
    link('sale-2'),
    link('Sale'),
  ]
  expect(slugs(ranked(links, ' SALE ', false))).toEqual(['Sale', 'sale-2', 'b', 'other'])
})

it('finds a link by its short URL, with or without the scheme', () => {
  const links = [link('summer'), link('sum')]
  expect(slugs(ranked(links, 'https://go.example/sum', false))).toEqual(['sum', 'summer'])
  expect(slugs(ranked(links, 'go.example/sum', false))).toEqual(['sum', 'summer'])
  expect(slugs(ranked(links, 'https://go.example:8443/sum', false))).toEqual(['sum', 'summer'])
})

it('leaves out links that were found for an earlier search', () => {
  expect(slugs(ranked([link('apple'), link('apricot')], 'app', true))).toEqual(['apple'])
})

it('takes all words in any order, and what else the API has found for the search', () => {
  const links = [link('a', 'Kenya AA – tiktok'), link('noted')]
  expect(slugs(ranked(links, 'tiktok kenya', true))).toEqual(['a'])
  expect(slugs(ranked(links, 'tiktok kenya', false))).toEqual(['a', 'noted'])
})

it('steps from the last entry to the first, and back', () => {
  expect(stepped(2, 1, 3)).toBe(0)
  expect(stepped(0, -1, 3)).toBe(2)
  expect(stepped(0, 1, 0)).toBe(0)
})
