import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canCopy, openPair, visitAs } from '../copies.ts'
import { type Domain, teamWithDomains } from '../domains.ts'
import { admin, CHROME } from '../stack.ts'
import { expectProblem } from '../teams.ts'

describe.runIf(canCopy())('a change, on two processes', () => {
  let one: Awaited<ReturnType<typeof teamWithDomains>>
  let other: typeof one
  let pair: Awaited<ReturnType<typeof openPair>>
  let domain: Domain

  beforeAll(async () => {
    one = await teamWithDomains('A team that changes its mind')
    other = await teamWithDomains('A team that comes after')
    pair = await openPair()
    domain = await one.createVerified()
  })
  afterAll(() => pair?.close())

  const go = (url: string, host: string, slug: string, headers = {}) =>
    visitAs(url, {
      method: 'GET',
      path: `/${slug}`,
      headers: { host, 'user-agent': CHROME, ...headers },
    })
  const locations = (host: string, slug: string) =>
    Promise.all(pair.urls.map(async (url) => (await go(url, host, slug)).headers.location))
  const statuses = (host: string, slug: string) =>
    Promise.all(pair.urls.map(async (url) => (await go(url, host, slug)).status))
  const soon = (expectation: () => Promise<void>) =>
    vi.waitFor(expectation, { timeout: 5_000, interval: 5 })

  it('of a link reaches both, however often it changes', async () => {
    const { id, slug } = await one.link(domain.id, { url: 'https://v0.example/' })
    for (let version = 1; version <= 100; version++) {
      const url = `https://v${version}.example/`
      const { status } = await one.api('PATCH', `/link/${id}`, { url })
      expect(status).toBe(200)
      await soon(async () => expect(await locations(domain.name, slug)).toEqual([url, url]))
    }
  })

  it('that creates a link reaches processes that have cached a 404', async () => {
    const slug = `born-${crypto.randomUUID()}`
    await soon(async () => expect(await statuses(domain.name, slug)).toEqual([404, 404]))

    await one.link(domain.id, { slug })

    await soon(async () => expect(await statuses(domain.name, slug)).toEqual([302, 302]))
  })

  it('that deletes a link reaches both, and its slug stays reserved', async () => {
    const { id, slug } = await one.link(domain.id)
    await soon(async () => expect(await statuses(domain.name, slug)).toEqual([302, 302]))

    await one.api('DELETE', `/link/${id}`)

    await soon(async () => expect(await statuses(domain.name, slug)).toEqual([410, 410]))
  })

  it('of a domain’s team never shows a link of the old team again', async () => {
    const { id, name } = await one.createVerified()
    const slug = 'same'
    const old = await one.link(id, { slug, url: 'https://old.example/' })
    await soon(async () =>
      expect(await locations(name, slug)).toEqual(Array(2).fill('https://old.example/')),
    )

    await one.api('DELETE', `/link/${old.id}`)
    expect((await one.api('DELETE', `/domain/${id}`)).status).toBe(200)
    const taken = await admin<Domain>(
      ...['domain', 'add', '--org', other.orgId, name, '--verified'],
    )
    await other.link(taken.id, { slug, url: 'https://new.example/' })

    const both = Array(2).fill('https://new.example/')
    await soon(async () => expect(await locations(name, slug)).toEqual(both))
    for (let i = 0; i < 50; i++) expect(await locations(name, slug)).toEqual(both)
  })

  it('that would create a redirect loop is rejected, for any spelling of our hosts and in either order', async () => {
    const second = await other.createVerified()
    const { id, short_url } = await one.link(domain.id)
    const { protocol, port } = new URL(short_url)
    const hosts = [domain.name, second.name].flatMap((name) => [
      name,
      name.toUpperCase(),
      `www.${name}`,
      `WWW.${name}.`,
    ])
    for (const host of hosts) {
      const url = `${protocol}//${host}${port && `:${port}`}/x?y`
      for (const field of ['url', 'ios', 'android', 'expire_url']) {
        const body = { url: 'https://e.example/', domain_id: domain.id, title: 'x', [field]: url }
        const answer = await one.api('POST', '/link', body)
        expectProblem(answer, [400, 'invalid_request', [field]])
        expect(answer.body.errors).toMatchObject([{ code: 'redirect_loop' }])
      }
      for (const [path, item] of [
        ['ab', { url, percent: 1 }],
        ['geo', { url, country: 'CZ' }],
      ] as const) {
        const answer = await one.api('PUT', `/link/${id}/${path}`, { items: [item] })
        expectProblem(answer, [400, 'invalid_request', ['items.0.url']])
      }
    }
  })

  it('cannot create a loop through a host that becomes a domain later, nor by moving a link there', async () => {
    const { id, short_url } = await one.link(domain.id)
    const { protocol, port } = new URL(short_url)
    const name = `later-${crypto.randomUUID()}.example.com`
    const at = (host: string, slug: string) => `${protocol}//${host}${port && `:${port}`}/${slug}`
    const early = await one.link(domain.id, { slug: 'early', url: at(name, 'early') })
    expect(
      (await one.api('PUT', `/link/${id}/ab`, { items: [{ url: at(name, 'x'), percent: 5 }] }))
        .status,
    ).toBe(200)
    const later = await admin<Domain>(...['domain', 'add', '--org', one.orgId, name, '--verified'])

    const back = { url: at(domain.name, 'early'), domain_id: later.id, slug: 'early', title: 'x' }
    expectProblem(await one.api('POST', '/link', back), [400, 'invalid_request', ['url']])
    for (const [moved, field] of [
      [early.id, 'url'],
      [id, 'ab.0.url'],
    ] as const) {
      const answer = await one.api('PATCH', `/link/${moved}`, { domain_id: later.id })
      expectProblem(answer, [400, 'invalid_request', [field]])
      expect(answer.body.errors).toMatchObject([{ code: 'redirect_loop' }])
    }
    const mended = { domain_id: later.id, url: 'https://e.example/' }
    expect((await one.api('PATCH', `/link/${early.id}`, mended)).status).toBe(200)
  })

  it('of a domain cannot redirect its visitors back to one of our domains', async () => {
    const { short_url } = await one.link(domain.id)
    const { protocol, port } = new URL(short_url)
    for (const host of [domain.name, `WWW.${domain.name}.`]) {
      for (const field of ['root_url', 'not_found_url', 'expired_url']) {
        const url = `${protocol}//${host}${port && `:${port}`}/nothing`
        const answer = await one.api('PATCH', `/domain/${domain.id}`, { [field]: url })
        expectProblem(answer, [400, 'invalid_request', [field]])
        expect(answer.body.errors).toMatchObject([{ code: 'redirect_loop' }])
      }
    }
    const name = `self-${crypto.randomUUID()}.example.com`
    const root_url = `${protocol}//${name}${port && `:${port}`}/`
    expectProblem(await one.api('POST', '/domain', { name, root_url }), [
      400,
      'invalid_request',
      ['root_url'],
    ])
  })

  it('of a domain changes whether a TLS certificate may be issued', async () => {
    const ask = async (name: string) => {
      const query = `domain=${encodeURIComponent(name)}`
      const asked = pair.adminUrls.map((it) => fetch(`${it}/internal/tls-allowed?${query}`))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    const unverified = await one.create()

    expect(await ask(domain.name)).toEqual([200, 200])
    expect(await ask(`www.${domain.name}`)).toEqual([200, 200])
    expect(await ask(unverified.name)).toEqual([404, 404])
    expect(await ask('nobody.example')).toEqual([404, 404])
    await admin('domain', 'verify', String(unverified.id))
    await soon(async () => expect(await ask(unverified.name)).toEqual([200, 200]))
    expect((await go(pair.gatewayUrl, domain.name, 'internal/tls-allowed?domain=x')).status).toBe(
      404,
    )
  })
})
