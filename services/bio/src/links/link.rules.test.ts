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
  clicks: 0,
}
const unchanged = {
  type: 'github',
  url: 'https://github.com/octocat',
  title: 'Code',
  username: 'octocat',
  enabled: true,
}
const change = (fields: Partial<UpdateBioLinkRequest>) =>
  checkChange(row, { id: 5, clear: [], ...fields })

describe('a new link', () => {
  it('is enabled by default, and has a title only if it contains visible characters', () => {
    const url = 'https://github.com/a'
    expect(checkNew({ url, platform: 0, title: ' \u202e\n ' })).toMatchObject({
      title: null,
      enabled: true,
    })
    expect(checkNew({ url, platform: 0, enabled: false })).toMatchObject({ enabled: false })
  })

  it('reports all errors', () => {
    expect(checkNew({ url: 'x:y', platform: 0, title: 'x'.repeat(513) })).toMatchObject([
      { field: 'url' },
      { field: 'title', code: 'too_long' },
    ])
  })
})

describe('an update', () => {
  it.each([
    ['no fields', {}, {}],
    ['the current url', { url: row.url }, {}],
    ['all current values', { url: row.url, platform: Platform.PLATFORM_GITHUB, title: 'Code' }, {}],
    ['a cleared title', { clear: ['title'] }, { title: null }],
    ['an empty title', { title: '' }, { title: null }],
    ['enabled set to false', { enabled: false }, { enabled: false }],
    ['another username', { url: '@ann' }, { url: 'https://github.com/ann', username: 'ann' }],
    [
      'another type',
      { platform: Platform.PLATFORM_MASTODON },
      { type: 'mastodon', username: null },
    ],
    ['a cleared type', { clear: ['type'] }, {}],
    [
      'a url of another platform',
      { url: 'https://youtu.be/x' },
      { type: 'youtube', url: 'https://youtu.be/x', username: null },
    ],
    [
      'a url of no platform',
      { url: 'https://e.com/' },
      { type: 'github', url: 'https://e.com/', username: null },
    ],
    [
      'a username and a type',
      { url: 'ann', platform: Platform.PLATFORM_TWITTER },
      { type: 'twitter', url: 'https://x.com/ann', username: 'ann' },
    ],
  ] satisfies [string, Partial<UpdateBioLinkRequest>, object][])(
    'with %s changes only the given fields',
    (_, fields, changed) => {
      expect(change(fields)).toEqual({ ...unchanged, ...changed })
    },
  )

  it('reports all errors', () => {
    const title = 'x'.repeat(513)
    expect(change({ url: 'x:y', title, clear: ['enabled', 'nonsense'] })).toMatchObject([
      { field: 'enabled' },
      { field: 'nonsense' },
      { field: 'url' },
      { field: 'title' },
    ])
    expect(change({ url: 'https://e.com', clear: ['type'] })).toMatchObject({ type: 'website' })
  })
})

describe('reordering', () => {
  it('puts the given links first, by index, and keeps the order of the others behind them', () => {
    const places = [
      { id: 4, index: 9 },
      { id: 2, index: 3 },
    ]
    expect(arrange([1, 2, 3, 4], places)).toEqual({ ids: [2, 4, 1, 3] })
    expect(arrange([1, 2, 3], [])).toEqual({ ids: [1, 2, 3] })
  })

  it('reports each unknown or repeated id', () => {
    const places = [1, 9, 1].map((id) => ({ id, index: 0 }))
    expect(arrange([1, 2], places)).toMatchObject([
      { field: 'items.1.id', code: 'not_found' },
      { field: 'items.2.id', code: 'repeated' },
    ])
  })

  it('never loses or duplicates a link', () => {
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
