import type { Socket } from 'node:net'
import { notFound } from '@fingerpost/kit/http/problem'
import { fastify } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { compileValidator } from '../../schema/validator.rules.ts'
import { asked, call, fields, pageBody, reset, scopes, team } from '../../testing/bio.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { bioRoutes } from './bio.routes.ts'

beforeEach(reset)

describe('/api/bio', () => {
  it('returns the page of the team, with null before it exists', async () => {
    expect((await call('GET', '/bio')).json()).toEqual(pageBody)
    team.hasPage = false
    expect((await call('GET', '/bio')).json()).toEqual({ ...pageBody, id: 0, bio: null, links: [] })
    expect([...asked.teams]).toEqual([7])
  })

  it.each(['PUT', 'PATCH'] as const)(
    '%s keeps absent fields and clears null fields',
    async (it) => {
      const response = await call(it, '/bio', { title: 'New', subtitle: null })

      expect(response.json()).toEqual(pageBody)
      expect(asked.pages).toEqual([
        {
          title: 'New',
          subtitle: undefined,
          email: undefined,
          image: undefined,
          clear: ['subtitle'],
        },
      ])
    },
  )

  it('previews a profile that is being typed, in the language of the request', async () => {
    const draft = { title: 'New', subtitle: null, email: 'mar' }
    const headers = { 'accept-language': 'de' }
    const response = await call('POST', '/bio/preview', draft, headers)

    expect(response.json()).toEqual({ html: '<!doctype html>' })
    expect(asked.previews).toEqual([
      {
        draft: {
          title: 'New',
          subtitle: undefined,
          email: 'mar',
          image: undefined,
          clear: ['subtitle'],
        },
        accept_language: 'de',
      },
    ])
    expect(fields(await call('POST', '/bio/preview', { title: 5, titel: 'typo' }))).toEqual([
      'titel',
      'title',
    ])
  })

  it('passes on a picture whatever type of image it is declared as, but nothing else', async () => {
    const bytes = Buffer.from('a picture')
    const upload = (type: string, body = bytes) =>
      call('PUT', '/bio/image', body, { 'content-type': type })

    for (const type of ['image/png', 'image/svg+xml', 'application/octet-stream']) {
      expect((await upload(type)).json()).toEqual(pageBody)
    }
    expect(asked.pictures).toEqual([bytes, bytes, bytes])
    expect((await upload('application/json')).statusCode).toBe(415)
    expect((await upload('image/png', Buffer.alloc(5 * 1024 * 1024 + 1))).statusCode).toBe(413)
    expect(asked.pictures).toHaveLength(3)
  })

  it('accepts a response sent back, changed in either place', async () => {
    const read = (await call('GET', '/bio')).json()
    const outer = await call('PUT', '/bio', { ...read, title: 'Outer' })
    await call('PUT', '/bio', { ...read, bio: { ...read.bio, title: 'Inner' } })

    expect(outer.statusCode).toBe(200)
    expect(asked.pages).toMatchObject([
      { title: 'Outer', email: 'a@b.example', clear: ['subtitle', 'image'] },
      { title: 'Inner', email: 'a@b.example', clear: ['subtitle', 'image'] },
    ])
  })

  it('names all invalid fields, and typos', async () => {
    const response = await call('PUT', '/bio', {
      title: 'x'.repeat(513),
      subtitle: 5,
      email: 'nobody',
      image: 'data:text/html,x',
      titel: 'typo',
      bio: { picture: 'x' },
    })

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(fields(response)).toEqual([
      'bio.picture',
      'email',
      'image',
      'subtitle',
      'titel',
      'title',
    ])
    expect(asked.pages).toEqual([])
  })
})

it('requires the read scope to read and the write scope to change', () => {
  expect(scopes).toEqual({
    'GET /bio': 'bio:read',
    'HEAD /bio': 'bio:read',
    'PUT /bio': 'bio:write',
    'PATCH /bio': 'bio:write',
    'PUT /bio/image': 'bio:write',
    'POST /bio/preview': 'bio:read',
    'GET /bio/link': 'bio:read',
    'HEAD /bio/link': 'bio:read',
    'POST /bio/link': 'bio:write',
    'GET /bio/link/:id': 'bio:read',
    'HEAD /bio/link/:id': 'bio:read',
    'PUT /bio/link/:id': 'bio:write',
    'PATCH /bio/link/:id': 'bio:write',
    'DELETE /bio/link/:id': 'bio:write',
    'PUT /bio/link/order': 'bio:write',
  })
})

it('closes no connection on which the answer to an upload may still be sent', async () => {
  const sockets: Socket[] = []
  const limits: number[] = []
  const bioPages = {
    async uploadBioImage(_: unknown, { timeoutMs = 0 } = {}) {
      limits.push(timeoutMs, sockets[0]?.timeout ?? 0)
      throw notFound('There is no such page.')
    },
  }
  const app = fastify({ connectionTimeout: 15_000 })
  app.setValidatorCompiler(compileValidator)
  app.decorateRequest('caller')
  await app.register(bioRoutes(fakeClients({ bioPages })))
  app.server.on('connection', (socket) => sockets.push(socket))
  const url = await app.listen()
  await fetch(`${url}/bio/image`, { method: 'PUT', headers: { 'content-type': 'image/png' } })
  await app.close()

  const [callMs = 0, closedMs] = limits
  expect(callMs).toBeGreaterThan(0)
  expect(closedMs).toBeGreaterThan(callMs)
})
