import { describe, expect, it } from 'vitest'
import {
  candidateTeamSlugs,
  checkCreation,
  checkOrganizationSlug,
  checkOrganizationUpdate,
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
    expect(checkOrganizationUpdate({ clear: [] })).toEqual({})
    expect(checkOrganizationUpdate({ name: ' Ten ', slug: 'TEN-2', clear: ['logo'] })).toEqual({
      name: 'Ten',
      slug: 'ten-2',
      logo: null,
    })
  })

  it('reports all errors', () => {
    const request = { name: '', slug: 'x', logo: 'http://e.com/logo.png', clear: ['id'] }

    expect(checkOrganizationUpdate(request)).toMatchObject([
      { field: 'id' },
      { field: 'name' },
      { field: 'slug', code: 'invalid_slug' },
      { field: 'logo', code: 'invalid_url' },
    ])
  })

  it('sets and clears the time zone', () => {
    const zone = (time_zone: string) => checkOrganizationUpdate({ time_zone, clear: [] })
    expect(zone('Europe/Prague')).toEqual({ time_zone: 'Europe/Prague' })
    expect(checkOrganizationUpdate({ clear: ['time_zone'] })).toEqual({ time_zone: null })
    for (const name of ['', 'Moon', '+01:00', 'Europe/Prague ']) {
      expect(zone(name)).toMatchObject([{ field: 'time_zone', code: 'invalid_time_zone' }])
    }
  })

  it.each(['javascript:alert(1)', 'data:image/png;base64,x', '//e.com/x', 'https://u:p@e.com/x'])(
    'rejects the logo %s',
    (logo) =>
      expect(checkOrganizationUpdate({ logo, clear: [] })).toMatchObject([{ field: 'logo' }]),
  )
})

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
