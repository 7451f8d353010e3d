import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { visit } from './testing/redirect.ts'
import { type Scene, startScene } from './testing/scene.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
let ID: number
let redis: Scene['redis']
let fakes: Scene['fakes']
let port: Scene['port']
let domain: Scene['domain']
let go: Scene['go']
let put: Scene['put']
let clicksOf: Scene['clicksOf']
let announced: Scene['announced']

beforeAll(async () => {
  ;({ redis, fakes, port, domain, go, put, clicksOf, announced } = await startScene(lifecycle))
  ID = domain.id
})
afterAll(() => lifecycle.close())
beforeEach(() => void Object.assign(fakes, { away: false, hold: undefined }))

describe('a hot link', () => {
  it('is answered without asking Redis or link', async () => {
    const record = fakes.addLink(domain, { slug: 'hot', url: 'https://hot.example/' })
    await vi.waitFor(async () => {
      const { domains, slugs } = fakes.asked
      await go('/hot') // once more after the subscription began: changes may have been missed
      expect(fakes.asked).toMatchObject({ domains, slugs })
    })
    const asked = { ...fakes.asked }
    const unannounced = { ...record, version: 99, url: 'https://unannounced.example/' }
    await redis.set(`slug:${ID}:hot`, `99 ${JSON.stringify(unannounced)}`)

    for (let i = 0; i < 20; i++) expect((await go('/hot')).location).toBe('https://hot.example/')

    expect(fakes.asked).toEqual(asked)
  })

  it('that is in Redis causes no call to link', async () => {
    const record = fakes.addLink(domain, { slug: 'warm', url: 'https://warm.example/' })
    await put(record)
    const { slugs } = fakes.asked

    expect((await go('/warm')).location).toBe('https://warm.example/')
    expect(fakes.asked.slugs).toBe(slugs)
  })

  it('that is damaged in Redis is loaded from link', async () => {
    fakes.addLink(domain, { slug: 'damaged', url: 'https://whole.example/' })
    for (const text of ['{', '7 {"version":7}', 'x', '9 null']) {
      await redis.set(`slug:${ID}:damaged`, text)
      await redis.publish('records', `slug:${ID}:damaged`)
      expect((await go('/damaged')).location).toBe('https://whole.example/')
    }
  })
})

describe('a change of a link', () => {
  it('is seen at once', async () => {
    const record = fakes.addLink(domain, { slug: 'edited', url: 'https://one.example/' })
    expect((await go('/edited')).location).toBe('https://one.example/')

    for (let version = 2; version < 12; version++) {
      const url = `https://v${version}.example/`
      await put({ ...record, version, url })
      await vi.waitFor(async () => expect((await go('/edited')).location).toBe(url), {
        interval: 5,
      })
    }
  })

  it('is not reverted by a read that began before it', async () => {
    const record = fakes.addLink(domain, { slug: 'raced', url: 'https://old.example/' })
    let release = () => {}
    fakes.hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const { slugs } = fakes.asked
    const early = go('/raced')
    await vi.waitFor(() => expect(fakes.asked.slugs).toBe(slugs + 1))

    await put({ ...record, version: 2, url: 'https://new.example/' })
    await announced()
    expect((await go('/raced')).location).toBe('https://new.example/')
    release()

    expect((await early).location).toBe('https://old.example/')
    expect((await go('/raced')).location).toBe('https://new.example/')
  })

  it('adds a slug that did not exist before', async () => {
    expect((await go('/born-late')).status).toBe(404)

    fakes.addLink(domain, { slug: 'born-late' })

    expect((await go('/born-late')).status).toBe(302)
  })

  it('removes the old address of a link that has moved', async () => {
    const record = fakes.addLink(domain, { slug: 'moved' })
    expect((await go('/moved')).status).toBe(302)

    fakes.slugs.delete(`slug:${ID}:moved`)
    await put({ ...record, version: 2, free: true })

    await vi.waitFor(async () => expect((await go('/moved')).status).toBe(404))
  })

  it('assigns an address with a tombstone to its new link', async () => {
    const record = fakes.addLink(domain, { slug: 'taken-over', url: 'https://new.example/' })
    await put({ ...record, version: 2, free: true })

    expect((await go('/taken-over')).location).toBe('https://new.example/')
  })
})

describe('an unknown slug', () => {
  it('is 503 and not cached while the lookup is unavailable', async () => {
    fakes.away = true
    const { status, headers } = await go('/who-knows')
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('2')

    fakes.away = false
    fakes.addLink(domain, { slug: 'who-knows' })
    expect((await go('/who-knows')).status).toBe(302)
  })

  it('redirects to the not-found URL of the domain, if it has one', async () => {
    fakes.addDomain({ id: ID + 1, name: 'own.example', not_found_url: 'https://own.example/404' })

    const { status, location, headers } = await visit(port, 'own.example', '/nothing')

    expect([status, location]).toEqual([302, 'https://own.example/404'])
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('a link', () => {
  it('is 410 after it was deleted', async () => {
    fakes.addLink(domain, { slug: 'deleted', deleted: true })
    expect((await go('/deleted')).status).toBe(410)
  })

  it('redirects to its expiry URL with 302 after it expired, without a click', async () => {
    const url = 'https://late.example/'
    fakes.addLink(domain, { slug: 'late', expires_at_ms: 1, redirect_code: 301, expire_url: url })
    fakes.addLink(domain, { slug: 'later', expires_at_ms: 1 })
    const { status, location, headers } = await go('/late')

    expect([status, location, headers['cache-control']]).toEqual([302, url, 'no-store'])
    expect((await go('/later')).status).toBe(410)
    await clicksOf('late', 0)
  })

  it('expires exactly on time, even if it is cached', async () => {
    const expiresAtMs = Date.now() + 400
    fakes.addLink(domain, { slug: 'soon', expires_at_ms: expiresAtMs })
    expect((await go('/soon')).status).toBe(302)

    await vi.waitFor(async () => expect((await go('/soon')).status).toBe(410), { interval: 5 })

    expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs)
  })

  it('shows a preview page if a plus is added', async () => {
    fakes.addLink(domain, {
      slug: 'shown',
      title: '<b>Bold</b>',
      url: 'https://far.example/?a=1&b',
    })
    fakes.addLink(domain, { slug: 'secret', password_hash: 'x', url: 'https://hidden.example/' })
    const { status, body } = await go('/shown+?c=2')

    expect(status).toBe(200)
    expect(body).toContain('https://far.example/?a=1&amp;b&amp;c=2')
    expect(body).toContain('href="/shown?_via=preview&amp;c=2"')
    expect(body).not.toContain('<b>Bold')
    expect(await go('/secret+')).toMatchObject({
      status: 404,
      body: expect.not.stringContaining('hidden.example'),
    })
    await clicksOf('shown', 0)
  })

  it('is found by its slug case-insensitively, unless the domain is case-sensitive', async () => {
    const strict = fakes.addDomain({ id: ID + 2, name: 'strict.example', case_sensitive: true })
    fakes.addLink(domain, { slug: 'MiXed' })
    fakes.addLink(strict, { slug: 'lower' })

    expect((await go('/mIxED')).status).toBe(302)
    expect((await visit(port, 'strict.example', '/lower')).status).toBe(302)
    expect((await visit(port, 'strict.example', '/LOWER')).status).toBe(404)
  })
})
