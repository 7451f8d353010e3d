import { NotesService } from '@fingerpost/protos/link/v1/note'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

let link: TestLink
const ids: Record<string, number> = {}
beforeAll(async () => {
  link = await startTestLink()
  const made = {
    umlaut: { slug: 'größe', url: 'https://a.example/' },
    chinese: { slug: '日本-2026', url: 'https://b.example/' },
    target: { slug: 'plain', url: 'https://c.example/straße?q=100%25&z=über' },
    title: { slug: 'other', url: 'https://d.example/', title: 'Cafe\u0301 50 %' },
    kenya: {
      slug: 'k1',
      url: 'https://e.example/',
      title: 'Kenya AA – tiktok',
      utm_medium: 'poster',
    },
  }
  for (const [name, fields] of Object.entries(made)) {
    ids[name] = (await link.create({ title: '-', ...fields })).id
  }
})
afterAll(() => link.close())

const find = async (search: string) => {
  const request = {
    filter: { search, tag_ids: [] },
    offset: 0,
    limit: 10,
    sort: 'created_at',
    order: 'asc',
  }
  const { links, total } = await link.links.listLinks(request as never, { caller })
  expect(total).toBe(links.length)
  return links.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort()
}

describe('a link is found by its address', () => {
  it.each([
    'größe',
    'gro\u0308ße',
    'GRÖSSE'.replace('SS', 'ß'),
    'gr%C3%B6%C3%9Fe',
    'gr%c3%b6',
    'https://go7.example/größe',
    'https://go7.example/gro\u0308',
    'https://go7.example/gr%C3%B6%C3%9Fe',
    'go7.example/gr%C3%B6',
  ])('as %s', async (search) => {
    expect(await find(search)).toEqual(['umlaut'])
  })

  it.each(['日本', '%E6%97%A5', '%E6%97%A5%E6%9C%AC-2026', 'go7.example/日'])(
    'as %s',
    async (search) => {
      expect(await find(search)).toEqual(['chinese'])
    },
  )
})

it.each([
  'c.example/straße',
  'c.example/stra%C3%9Fe',
  'C.example/STRA%c3%9fe?q=100%25',
  'Z=ÜBER',
  'z=%C3%9Cber',
])('a link is found by its destination as %s', async (search) =>
  expect(await find(search)).toEqual(['target']),
)

it.each(['Cafe\u0301', 'Café'])('a link is found by its title as %j', async (search) => {
  expect(await find(search)).toEqual(['title'])
})

describe('a link is found by all words of a text, in any order and in any of its texts', () => {
  it.each([
    'kenya tiktok',
    'TIKTOK  kenya',
    'poster k1 e.example',
    'go7.example kenya',
    'aa kenya poster',
  ])('as %j', async (search) => {
    expect(await find(search)).toEqual(['kenya'])
  })

  it('but not if one of them is missing', async () => {
    expect(await find('kenya berlin')).toEqual([])
  })

  it('also by the name of a tag, and by a note about it', async () => {
    const { id } = await link.create({
      slug: 'tagged',
      url: 'https://f.example/',
      title: '-',
      tags: [6],
    })
    ids.tagged = id
    expect(await find('six')).toEqual(['tagged'])
    expect(await find('f.example SIX')).toEqual(['tagged'])
    const note = { at: new Date(), text: 'Printed on the cups', link_id: id }
    await link.client(NotesService).createNote(note, { caller })
    expect(await find('cups tagged')).toEqual(['tagged'])
    expect(await find('printed six')).toEqual(['tagged'])
    expect(await find('plates tagged')).toEqual([])
  })
})

it('a text with a line break matches no link', async () => {
  expect(await find('plain\nhttps')).toEqual([])
  expect(await find('\n')).toEqual([])
})

it('a percent sign matches the links that show one', async () => {
  expect(await find('%')).toEqual(['chinese', 'target', 'title', 'umlaut'])
  expect(await find('50 %')).toEqual(['title'])
  expect(await find('100%')).toEqual(['target'])
  expect(await find('%%')).toEqual([])
})
