import { Platform, type UpdateBioLinkRequest } from '@fingerpost/protos/bio/v1/bio_link'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BioLinkRow } from '../bio.schema.ts'
import { arrange, checkChange, checkNew } from './link.rules.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const row: BioLinkRow = {
  id: 5,
  org_id: 7,
  type: 'github',
  url: 'https://github.com/octocat',
  title: 'Code',
  username: 'octocat',
  enabled: true,
  position: 0,
  created_at: now,
  updated_at: now,
}
const kept = {
  type: 'github',
  url: 'https://github.com/octocat',
  title: 'Code',
  username: 'octocat',
  enabled: true,
}
const change = (fields: Partial<UpdateBioLinkRequest>) =>
  checkChange(row, { id: 5, clear: [], ...fields })

describe('a new link', () => {
  it('is shown unless it is told otherwise, and has a title only when there are letters in it', () => {
    const url = 'https://github.com/a'
    expect(checkNew({ url, platform: 0, title: ' \u202e\n ' })).toMatchObject({
      title: null,
      enabled: true,
    })
    expect(checkNew({ url, platform: 0, enabled: false })).toMatchObject({ enabled: false })
  })

  it('is told all that is wrong with it', () => {
    expect(checkNew({ url: 'x:y', platform: 0, title: 'x'.repeat(513) })).toMatchObject([
      { field: 'url' },
      { field: 'title', code: 'too_long' },
    ])
  })
})

describe('a change', () => {
  it.each([
    ['nothing', {}, {}],
    ['the url it has', { url: row.url }, {}],
    ['all it has', { url: row.url, platform: Platform.PLATFORM_GITHUB, title: 'Code' }, {}],
    ['no title', { clear: ['title'] }, { title: null }],
    ['an empty title', { title: '' }, { title: null }],
    ['not to be shown', { enabled: false }, { enabled: false }],
    ['another name', { url: '@ann' }, { url: 'https://github.com/ann', username: 'ann' }],
    [
      'another type',
      { platform: Platform.PLATFORM_MASTODON },
      { type: 'mastodon', username: null },
    ],
    ['no type', { clear: ['type'] }, {}],
    [
      'a url of another platform',
      { url: 'https://youtu.be/x' },
      { type: 'youtube', url: 'https://youtu.be/x', username: null },
    ],
    [
      'a url of none',
      { url: 'https://e.com/' },
      { type: 'github', url: 'https://e.com/', username: null },
    ],
    [
      'a name and a type',
      { url: 'ann', platform: Platform.PLATFORM_TWITTER },
      { type: 'twitter', url: 'https://x.com/ann', username: 'ann' },
    ],
  ] satisfies [string, Partial<UpdateBioLinkRequest>, object][])(
    'to %s changes what it names',
    (_, fields, changed) => {
      expect(change(fields)).toEqual({ ...kept, ...changed })
    },
  )

  it('names all that is wrong', () => {
    const title = 'x'.repeat(513)
    expect(change({ url: 'x:y', title, clear: ['enabled', 'nonsense'] })).toMatchObject([
      { field: 'enabled' },
      { field: 'nonsense' },
      { field: 'url' },
      { field: 'title' },
    ])
    expect(change({ url: 'https://e.com', clear: ['type'] })).toMatchObject([{ field: 'type' }])
  })
})

describe('an order', () => {
  it('puts the named ones first, by index, and the others after them as they stood', () => {
    const places = [
      { id: 4, index: 9 },
      { id: 2, index: 3 },
    ]
    expect(arrange([1, 2, 3, 4], places)).toEqual({ ids: [2, 4, 1, 3] })
    expect(arrange([1, 2, 3], [])).toEqual({ ids: [1, 2, 3] })
  })

  it('names each place that is unknown or repeated', () => {
    const places = [1, 9, 1].map((id) => ({ id, index: 0 }))
    expect(arrange([1, 2], places)).toMatchObject([
      { field: 'items.1.id', code: 'not_found' },
      { field: 'items.2.id', code: 'repeated' },
    ])
  })

  it('never loses or doubles a link', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1 }))
    fc.assert(
      fc.property(ids, fc.infiniteStream(fc.integer()), (all, luck) => {
        const places = all.filter((id) => id % 2).map((id) => ({ id, index: luck.next().value }))
        const order = arrange(all, places)
        expect(!Array.isArray(order) && order.ids.toSorted()).toEqual(all.toSorted())
      }),
    )
  })
})
