import type { Actor } from '@fingerpost/kit/audit/actor'
import { Problem } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { CreateInvitationRequest } from '@fingerpost/protos/catalog/v1/invitation'
import type { UpdatePersonRequest } from '@fingerpost/protos/catalog/v1/person'
import type { SignInRequest } from '@fingerpost/protos/catalog/v1/session'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { KEYS, openTestApp } from '../testing/app.ts'

const session = createToken('fps')
const teamless = createToken('fps')
const HOST = 'links.example'
const person = {
  id: 70,
  email: 'jana@example.com',
  name: 'Jana',
  time_zone: 'UTC',
  email_verified: true,
  has_password: true,
  memberships: [],
  created_at: new Date('2026-11-20T12:00:00Z'),
}
const joined: { org_id: number; scopes: string[]; own_links_only: boolean }[] = []
const asked = {
  signIns: [] as SignInRequest[],
  teams: [] as (number | undefined)[],
  updates: [] as UpdatePersonRequest[],
  actors: [] as (Actor | undefined)[],
  invitations: [] as CreateInvitationRequest[],
}
const { app } = await openTestApp({
  sessions: {
    async verifySession({ sha256 }) {
      if (hashToken(teamless).equals(Buffer.from(sha256))) {
        return { id: 6, user_id: 71, teams: [...joined] }
      }
      if (!hashToken(session).equals(Buffer.from(sha256))) {
        throw new Problem('unauthenticated', 'invalid_session', 'Ended.')
      }
      const teams = [
        {
          org_id: 7,
          scopes: ['catalog:read', 'team:write', 'member:write'],
          own_links_only: false,
        },
        { org_id: 8, scopes: ['catalog:read'], own_links_only: false },
      ]
      return { id: 5, user_id: 70, teams }
    },
    async signIn(request) {
      asked.signIns.push(request)
      if (request.password !== 'right') {
        throw new Problem('unauthenticated', 'invalid_credentials', 'Wrong.')
      }
      return { token: session, person }
    },
    endSession: async () => ({}),
  },
  people: {
    getPerson: async () => person,
    async updatePerson(request, call) {
      asked.updates.push(request)
      asked.actors.push(call?.actor)
      return person
    },
  },
  invitations: {
    async createInvitation(request) {
      asked.invitations.push(request)
      const at = new Date('2026-11-20T12:00:00Z')
      const invitation = { id: 4, role: request.role, expires_at: at, created_at: at }
      return { invitation, token: 'fpi_x' }
    },
  },
  organizations: {
    async getOrganization(_, call) {
      asked.teams.push(call?.caller?.orgId)
      return { id: 7, name: 'Ours', slug: 'ours' }
    },
    updateOrganization: async () => ({ id: 7, name: 'Ours', slug: 'ours' }),
  },
})
afterAll(() => app.close())
beforeEach(() => {
  for (const requests of Object.values(asked)) requests.length = 0
})

const cookie = `__Host-fingerpost=${session}`
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
  payload?: object,
) =>
  app.inject({
    method,
    url: `/api${url}`,
    headers: { host: HOST, ...headers },
    ...(payload && { payload }),
  })
const own = { cookie, origin: `https://${HOST}` }

describe('a session', () => {
  it('is accepted by its cookie, for the first team or the one of the header', async () => {
    const statuses = []
    for (const headers of [{}, { 'x-organization-id': '8' }, { 'x-organization-id': '7' }]) {
      statuses.push((await call('GET', '/organization', { cookie, ...headers })).statusCode)
    }

    expect(statuses).toEqual([200, 200, 200])
    expect(asked.teams).toEqual([7, 8, 7])
  })

  it.each([
    [
      'a scope that the role lacks',
      'PUT',
      { ...own, 'x-organization-id': '8' },
      'insufficient_scope',
      403,
    ],
    ['the team of others', 'GET', { cookie, 'x-organization-id': '9' }, 'not_a_member', 403],
    ['an API key as well', 'GET', { cookie, 'x-api-key': KEYS[0] }, 'two_credentials', 400],
    ['no origin', 'PUT', { cookie }, 'foreign_origin', 403],
    ['a page of another host', 'PUT', { cookie, origin: 'https://e.com' }, 'foreign_origin', 403],
    ['a page without TLS', 'PUT', { cookie, origin: `http://${HOST}` }, 'foreign_origin', 403],
    [
      'an unknown token',
      'GET',
      { cookie: `__Host-fingerpost=${createToken('fps')}` },
      'invalid_session',
      401,
    ],
    ['a mistyped token', 'GET', { cookie: '__Host-fingerpost=x' }, 'invalid_session', 401],
    [
      'an API key in its place',
      'GET',
      { cookie: `__Host-fingerpost=${KEYS[0]}` },
      'invalid_session',
      401,
    ],
    ['a cookie of plain HTTP', 'GET', { cookie: `fingerpost=${session}` }, 'missing_api_key', 401],
  ] as const)('is refused with %s', async (_, method, headers, code, status) => {
    const answer = await call(
      method,
      '/organization',
      { ...headers },
      method === 'PUT' ? {} : undefined,
    )

    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('of a person without a team is told so', async () => {
    const answer = await call('GET', '/domain', { cookie: `__Host-fingerpost=${teamless}` })

    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_a_member'])
    expect(answer.json().detail).toBe(
      'You are not a member of an organization. Join one with an invitation.',
    )
    const me = await call('GET', '/me', { cookie: `__Host-fingerpost=${teamless}` })
    expect(me.statusCode).toBe(200)
  })

  it('reaches a team as soon as its person has joined it', async () => {
    const headers = { cookie: `__Host-fingerpost=${teamless}` }
    for (const org_id of [7, 8]) {
      const there = { ...headers, 'x-organization-id': `${org_id}` }
      expect((await call('GET', '/organization', there)).statusCode).toBe(403)
      if (org_id === 7) expect((await call('GET', '/organization', headers)).statusCode).toBe(403)
      joined.push({ org_id, scopes: ['catalog:read'], own_links_only: false })
      expect((await call('GET', '/organization', headers)).statusCode).toBe(200)
      expect((await call('GET', '/organization', there)).statusCode).toBe(200)
    }
  })

  it('that is missing is named beside the API key', async () => {
    expect((await call('GET', '/me')).json()).toMatchObject({
      code: 'missing_api_key',
      detail: 'Sign in, or send an API key in the header x-api-key.',
    })
  })

  it('changes data from a page of the instance', async () => {
    expect((await call('PUT', '/organization', own, { name: 'Ours' })).statusCode).toBe(200)
  })

  it('changes its account, of which read-only fields are ignored', async () => {
    const account = (await call('GET', '/me', { cookie })).json()
    const answer = await call('PUT', '/me', own, { ...account, name: 'Jana N.' })

    expect(answer.statusCode).toBe(200)
    expect(asked.updates).toEqual([{ user_id: 70, name: 'Jana N.', time_zone: 'UTC' }])
    expect(asked.actors).toMatchObject([{ kind: 'user', id: 70, user_id: 70, session_id: 5 }])
  })

  it('invites any person if the email address is absent or null', async () => {
    for (const fields of [{}, { email: null }]) {
      const answer = await call('POST', '/invitation', own, { role: 'viewer', ...fields })
      expect([answer.statusCode, answer.json().email]).toEqual([201, null])
    }
    expect(asked.invitations.map((it) => it.email)).toEqual([undefined, undefined])
  })

  it('is removed from the browser by sign-out', async () => {
    const answer = await call('DELETE', '/session', own)

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-fingerpost=; Max-Age=0;/)
  })
})

describe('sign-in', () => {
  const signIn = (password: string, email: string, headers: Record<string, string> = {}) =>
    call('POST', '/session', { origin: `https://${HOST}`, ...headers }, { email, password })

  it('sets the cookie, and ignores other credentials', async () => {
    const answer = await signIn('right', person.email, { cookie, 'x-api-key': 'x' })

    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ id: 70, email: person.email, organizations: [] })
    expect(answer.headers['set-cookie']).toEqual([
      `${cookie}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure`,
      expect.stringMatching(/^__Host-fingerpost-known=[\w-]{22}; /),
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).not.toContain(session)
  })

  it('is possible for programs, which send no origin', async () => {
    const headers = { host: HOST }
    const payload = { email: person.email, password: 'right' }
    const answer = await app.inject({ method: 'POST', url: '/api/session', headers, payload })
    expect(answer.statusCode).toBe(201)
  })

  it('is limited per account to ten attempts a minute, separately in a known browser', async () => {
    const email = 'guessed@example.com'
    const codes: number[] = []
    for (let i = 0; i < 12; i++) {
      const spelled = i % 2 ? email : email.toUpperCase()
      codes.push((await signIn('guess', spelled)).statusCode)
    }
    expect(codes).toEqual([...Array(10).fill(401), 429, 429])
    expect(asked.signIns).toHaveLength(10)

    const other = await signIn('right', person.email)
    const marks = [other.headers['set-cookie']].flat().map((it) => it?.split(';')[0])
    const known = { cookie: marks.join('; ') }
    expect((await signIn('guess', email, known)).statusCode).toBe(429)
    for (let i = 0; i < 11; i++) await signIn('guess', person.email)
    expect((await signIn('right', person.email)).statusCode).toBe(429)
    expect((await signIn('right', person.email, known)).statusCode).toBe(201)
  })

  it('reports all errors of its body', async () => {
    const { statusCode, json } = await call('POST', '/session', {}, { email: 'x', password: '' })
    const fields = json().errors.map(({ field }: { field: string }) => field)
    expect([statusCode, fields.sort()]).toEqual([400, ['email', 'password']])
  })
})
