import { describe, expect, it } from 'vitest'
import {
  candidateTeamSlugs,
  checkCreation,
  checkOrganizationSlug,
  checkOrganizationUpdate,
  retentionInForce,
} from './organization.rules.ts'

it.each(['abc', 'my-team', '2nd', 'a'.repeat(64)])('accepts the slug %s', (slug) =>
  expect(checkOrganizationSlug(slug)).toBeUndefined(),
)

it.each(['', 'ab', 'a'.repeat(65), '-abc', 'abc-', 'a b c', 'ábc', 'a_b', 'a/b', 'admin', 'api'])(
  'rejects the slug %j',
  (slug) => expect(checkOrganizationSlug(slug)).toMatchObject({ field: 'slug' }),
)

describe('an update', () => {
  it('keeps absent fields, clears the logo, and stores the slug in lower case', () => {
    expect(checkOrganizationUpdate({ clear: [] }, 0)).toEqual({})
    expect(checkOrganizationUpdate({ name: ' Ten ', slug: 'TEN-2', clear: ['logo'] }, 0)).toEqual({
      name: 'Ten',
      slug: 'ten-2',
      logo: null,
    })
  })

  it('reports all errors', () => {
    const request = { name: '', slug: 'x', logo: 'http://e.com/logo.png', clear: ['id'] }

    expect(checkOrganizationUpdate(request, 0)).toMatchObject([
      { field: 'id' },
      { field: 'name' },
      { field: 'slug', code: 'invalid_slug' },
      { field: 'logo', code: 'invalid_url' },
    ])
  })

  it('sets and clears the time zone', () => {
    const zone = (time_zone: string) => checkOrganizationUpdate({ time_zone, clear: [] }, 0)
    expect(zone('Europe/Prague')).toEqual({ time_zone: 'Europe/Prague' })
    expect(checkOrganizationUpdate({ clear: ['time_zone'] }, 0)).toEqual({ time_zone: null })
    for (const name of ['', 'Moon', '+01:00', 'Europe/Prague ']) {
      expect(zone(name)).toMatchObject([{ field: 'time_zone', code: 'invalid_time_zone' }])
    }
  })

  it('sets and clears the term of clicks, within that of the operator', () => {
    const term = (months: number, max: number) =>
      checkOrganizationUpdate({ click_retention_months: months, clear: [] }, max)
    expect(term(1, 0)).toEqual({ click_retention_months: 1 })
    expect(term(24, 24)).toEqual({ click_retention_months: 24 })
    expect(checkOrganizationUpdate({ clear: ['click_retention_months'] }, 24)).toEqual({
      click_retention_months: null,
    })
    for (const [months, max] of [
      [0, 0],
      [-1, 0],
      [601, 0],
      [601, 900],
      [25, 24],
    ] as const) {
      expect(term(months, max)).toMatchObject([{ field: 'click_retention_months' }])
    }
  })

  it.each(['javascript:alert(1)', 'data:image/png;base64,x', '//e.com/x', 'https://u:p@e.com/x'])(
    'rejects the logo %s',
    (logo) =>
      expect(checkOrganizationUpdate({ logo, clear: [] }, 0)).toMatchObject([{ field: 'logo' }]),
  )
})

it.each([
  [null, 0, undefined],
  [6, 0, 6],
  [null, 12, 12],
  [6, 12, 6],
  [18, 12, 12],
])(
  'a team with the term %s, on an instance with %s, keeps its clicks for %s months',
  (own, max, months) => {
    expect(retentionInForce(own, max)).toBe(months)
  },
)

it('derives a slug from the name of a team, and others if it is taken', () => {
  const slugs = (name: string) => {
    const [first, second] = candidateTeamSlugs(name, () => 'x1')
    return [first, second]
  }

  expect(slugs('Søren & Žižek')).toEqual(['s-ren-zizek', 's-ren-zizek-x1'])
  expect(slugs('Admin')[0]).toBe('admin-x1')
  expect(slugs('東京')[0]).toBe('team-x1')
})

describe('a person', () => {
  const create = (roles: string[], creators: string, maxTeams = 2) =>
    checkCreation(roles, { creators, maxTeams })

  it.each([
    [[], 'everyone'],
    [['viewer'], 'members'],
    [['owner', 'viewer'], 'everyone'],
  ])('with the roles %j creates a team if the operator allows it to %s', (roles, creators) => {
    expect(() => create(roles, creators)).not.toThrow()
  })

  it.each([
    [['owner'], 'nobody', 'team_creation_disabled'],
    [['owner'], 'a later word', 'team_creation_disabled'],
    [[], 'members', 'team_creation_disabled'],
    [['owner', 'owner', 'viewer'], 'everyone', 'quota_exceeded'],
  ])('with the roles %j and TEAM_CREATION=%s creates none', (roles, creators, code) => {
    expect(() => create(roles, creators)).toThrow(expect.objectContaining({ code }))
  })

  it('creates any number of teams without a quota', () => {
    expect(() => create(Array(99).fill('owner'), 'everyone', 0)).not.toThrow()
  })
})
