import { request } from 'node:http'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DOMAIN, type Domain, teamWithDomains } from '../domains.ts'
import { expectShape } from '../shapes.ts'
import { admin, CHROME, customer, stack } from '../stack.ts'
import { expectProblem, unique } from '../teams.ts'

let team: Awaited<ReturnType<typeof teamWithDomains>>
let api: typeof team.api
const theirs = customer()

beforeAll(async () => {
  team = await teamWithDomains('A team with visited domains')
  api = team.api
})

/** The redirect that a visitor of this host gets; fetch does not allow setting Host. */
const visit = (host: string, path: string): Promise<{ status: number; location: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.url)
    const headers = { host: `${host}:${port}`, 'user-agent': CHROME }
    request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' })
    })
      .on('error', reject)
      .end()
  })
const soon = (expectation: () => Promise<unknown>) => vi.waitFor(expectation, 5_000)

describe('verifying', () => {
  it('answers 200 with the DNS records found if there is no proof yet', async () => {
    const { records, pointing: _, ...made } = await team.create({ name: `${unique('go')}.invalid` })
    const answer = await api('POST', `/domain/${made.id}/verify`)

    expect(answer.status).toBe(200)
    const pointing = expect.objectContaining({ found: [] })
    expectShape(answer.body, { ...DOMAIN, records: expect.any(Array), pointing })
    expect(answer.body).toEqual({ ...made, records, pointing })
  })

  it('activates the links of a domain, which do not redirect before', async () => {
    const { id, name } = await team.create()
    const { slug } = await team.link(id)
    expect((await visit(name, `/${slug}`)).status).toBe(404)

    const verified = await admin('domain', 'verify', String(id))

    expect(verified).toMatchObject({ id, verified: true })
    expect((await api<Domain>('GET', `/domain/${id}`)).body.verified).toBe(true)
    await soon(async () =>
      expect(await visit(name, `/${slug}`)).toEqual({
        status: 302,
        location: 'https://example.com/',
      }),
    )
    const again = await api<Domain>('POST', `/domain/${id}/verify`)
    expect(again.body.verified).toBe(true)
  })
})

describe('redirect', () => {
  it('applies a change immediately', async () => {
    const { id, name } = await team.createVerified()
    await soon(async () => expect((await visit(name, '/')).status).toBe(200))
    const set = (body: object) => api('PUT', `/domain/${id}`, body)

    await set({ root_url: 'https://example.com/root' })
    await soon(async () =>
      expect((await visit(name, '/')).location).toBe('https://example.com/root'),
    )
    await set({ not_found_url: 'https://example.com/nothing' })
    await soon(async () =>
      expect((await visit(name, '/none')).location).toBe('https://example.com/nothing'),
    )
    await set({ expired_url: 'https://example.com/over' })
    const { slug } = await team.link(id, { expires_at: '2020-01-01T00:00:00Z' })
    await soon(async () =>
      expect((await visit(name, `/${slug}`)).location).toBe('https://example.com/over'),
    )
  })
})

describe('deleting', () => {
  it('is rejected while the domain has links', async () => {
    const { id, name } = await team.createVerified()
    const { id: linkId, slug } = await team.link(id)
    await soon(async () => expect((await visit(name, `/${slug}`)).status).toBe(302))

    expectProblem(await api('DELETE', `/domain/${id}`), [409, 'domain_in_use'])
    expect((await visit(name, `/${slug}`)).status).toBe(302)

    // The slug of a deleted link is reserved, which does not block the deletion of the domain.
    await api('DELETE', `/link/${linkId}`)
    expect(await api('DELETE', `/domain/${id}`)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    })
    await soon(async () => expect((await visit(name, `/${slug}`)).status).toBe(404))
  })

  it('leaves only the free name', async () => {
    const { id, name } = await team.create()
    await api('DELETE', `/domain/${id}`)

    for (const [verb, path, body] of [
      ['GET', `/domain/${id}`],
      ['PUT', `/domain/${id}`, {}],
      ['PATCH', `/domain/${id}`, {}],
      ['DELETE', `/domain/${id}`],
      ['POST', `/domain/${id}/verify`],
    ] as const) {
      expectProblem(await api(verb, path, body), [404, 'not_found'])
    }
    const body = { url: 'https://example.com', domain_id: id }
    expectProblem(await api('POST', '/link', body), [404, 'not_found', ['domain_id']])
    expect((await theirs('POST', '/domain', { name })).status).toBe(201)
  })
})
