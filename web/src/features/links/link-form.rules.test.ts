import type { Schemas } from '@fingerpost/client'
import { describe, expect, it } from 'vitest'
import {
  beginList,
  finalUrl,
  type LinkForm,
  mainShare,
  rebased,
  shareOf,
  toCreateBody,
  toForm,
  toUpdateBody,
  withKeys,
  withoutUntouched,
} from './link-form.rules.ts'

const LINK = {
  id: '5',
  url: 'https://shop.example/a',
  domain_id: 3,
  slug: 'sale',
  title: 'Sale',
  folder_id: 7,
  tags: [{ id: 9, name: 'red', color: null }],
  utm_source: 'mail',
  redirect_code: 301,
  expires_at: '2040-05-06T07:08:00.000Z',
  expires_after: 10,
  ab: [{ id: 1, url: 'https://shop.example/b', percent: 30 }],
  geo: [],
  has_password: true,
} as unknown as Schemas['Link']

describe('a form', () => {
  it('takes over a newer version of its link, but keeps what was entered and the keys of its rows', () => {
    const before = toForm(LINK, 'UTC')
    const now = toForm({ ...LINK, title: 'Theirs', slug: 'theirs' }, 'UTC')
    expect(rebased({ ...before, title: 'Mine' }, before, now)).toEqual({ ...now, title: 'Mine' })
    const rows = [{ key: 'typed', url: 'https://shop.example/b', percent: 30 }]
    expect(withKeys(now, { ...before, ab: rows }).ab).toEqual([{ ...now.ab[0], key: 'typed' }])
  })

  it('without edits changes nothing', () => {
    expect(toUpdateBody(toForm(LINK, 'UTC'), LINK, 'UTC')).toEqual({})
  })

  it('sends changed fields, and null for cleared ones', () => {
    const form = {
      ...toForm(LINK, 'UTC'),
      title: ' New ',
      utm_source: '',
      folder_id: null,
      slug: 'off',
    }
    expect(toUpdateBody(form, LINK, 'UTC')).toEqual({
      title: 'New',
      utm_source: null,
      folder_id: null,
      slug: 'off',
    })
    expect(
      toUpdateBody({ ...toForm(LINK, 'UTC'), expires_after: '', expires_at: '' }, LINK, 'UTC'),
    ).toEqual({
      expires_after: null,
      expires_at: null,
    })
  })

  it('keeps the password unless a new one is typed or it is removed', () => {
    expect(toUpdateBody({ ...toForm(LINK, 'UTC'), password: 'x' }, LINK, 'UTC')).toEqual({
      password: 'x',
    })
    expect(toUpdateBody({ ...toForm(LINK, 'UTC'), remove_password: true }, LINK, 'UTC')).toEqual({
      remove_password: true,
    })
  })

  it('of a new link omits an empty slug and title, so that the API sets them', () => {
    const body = toCreateBody(
      { ...toForm({ domain_id: 3 }, 'UTC'), url: ' https://shop.example/ ' },
      'UTC',
    )
    expect(body).toMatchObject({ url: 'https://shop.example/', domain_id: 3, redirect_code: 302 })
    expect(body).not.toHaveProperty('slug')
    expect(body).not.toHaveProperty('title')
    expect(body).not.toHaveProperty('password')
  })

  it('shows the final URL, with each UTM parameter replacing an existing one', () => {
    const form = {
      ...toForm({ domain_id: 3 }, 'UTC'),
      url: 'https://e.com/?utm_source=old&a=1#top',
      utm_source: 'b c',
    }
    expect(finalUrl(form)).toBe('https://e.com/?utm_source=b+c&a=1#top')
    expect(finalUrl({ ...form, url: 'e.com' })).toBe('https://e.com/?utm_source=b+c')
    expect(finalUrl({ ...form, url: 'e' })).toBeUndefined()
  })
})

describe('the first row of a list', () => {
  const begun = { ...toForm({ domain_id: 3 }, 'UTC'), ...beginList('ab'), ...beginList('geo') }

  it('is left out while nobody has edited it', () => {
    expect(withoutUntouched(begun)).toEqual(toForm({ domain_id: 3 }, 'UTC'))
  })

  it.each<Partial<LinkForm>>([
    { ab: begun.ab.map((it) => ({ ...it, url: 'e.com' })) },
    { ab: begun.ab.map((it) => ({ ...it, percent: 20 })) },
    { geo: begun.geo.map((it) => ({ ...it, country: 'CZ' })) },
    { geo: begun.geo.map((it) => ({ ...it, url: 'e.com' })) },
  ])('is kept with %j', (edited) => {
    expect(withoutUntouched({ ...begun, ...edited })).toMatchObject(edited)
  })
})

describe('shares', () => {
  it.each([
    [[30, 20], 0, 90, 80],
    [[30, 20], 1, 70, 70],
    [[60, 40], 0, 100, 60],
    [[30.5], 0, 33.333, 33.33],
    [[30], 0, -5, 0],
  ])('of %j: the one at %i wants %f and gets %f', (percents, index, requested, expected) => {
    const ab = percents.map((percent) => ({ percent }))
    const share = shareOf(ab, index, requested)
    expect(share).toBe(expected)
    const all = ab.map((it, i) => (i === index ? { percent: share } : it))
    expect(mainShare(all)).toBeGreaterThanOrEqual(0)
  })
})
