import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownCounts } from '../limits/count.cache.ts'
import { createLimits } from '../limits/limit.hook.ts'
import { fakeClients } from '../testing/fakes.ts'
import { dashboardRoutes } from './dashboard.routes.ts'

const NO_LIMITS = {
  RATE_LIMIT_PER_MINUTE: 0,
  RATE_LIMIT_ANALYTICS_PER_MINUTE: 0,
  RATE_LIMIT_IMPORT_PER_MINUTE: 0,
  RATE_LIMIT_QR_PER_MINUTE: 0,
  RATE_LIMIT_ADDRESS_PER_MINUTE: 0,
  CLICK_IP: 'full',
  RATE_LIMIT_TEAM_FACTOR: 0,
  TRUSTED_PROXIES: [],
}
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`
let folder: string
let app: ReturnType<typeof serve>

function serve(from: string) {
  const server = fastify()
  const limits = createLimits(NO_LIMITS, ownCounts())
  server.register(
    (it) => dashboardRoutes(it, fakeClients({}), limits, { signIns: undefined }, from),
    {
      prefix: '/app',
    },
  )
  return server
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
  mkdirSync(join(folder, 'assets'))
  for (const language of ['en', 'fr']) {
    writeFileSync(
      join(folder, `index.${language}.html`),
      `<html lang="${language}"><script nonce="NONCE" src="/app/assets/a.js"></script>`,
    )
  }
  writeFileSync(join(folder, 'assets', 'a.js'), script)
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'secret'), 'not for you')
  app = serve(folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('the page', () => {
  it('is not sent again to a browser that has it cached, and the nonce matches the cached policy', async () => {
    const { etag } = (await app.inject('/app/')).headers
    const again = await app.inject({
      url: '/app/links',
      headers: { 'if-none-match': String(etag) },
    })

    expect(etag).toMatch(/^W\//)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['content-security-policy']).toBeUndefined()
  })

  it.each(['/app/', '/app/links', '/app/links/5?search=x', '/app/secret'])(
    'is the same at %s, revalidated each time, with a fresh nonce in the policy',
    async (url) => {
      const [first, second] = [await app.inject(url), await app.inject(url)]
      const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1]

      expect(first.statusCode).toBe(200)
      expect(first.headers['cache-control']).toBe('no-cache')
      expect(first.headers['x-frame-options']).toBe('DENY')
      expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(first.headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self';/,
      )
      expect(first.headers['content-security-policy']).not.toContain('unsafe')
      expect(second.body).not.toBe(first.body)
    },
  )

  it.each([
    [{ 'accept-language': 'fr-CA, en;q=0.8' }, 'fr'],
    [{ 'accept-language': 'fr', cookie: 'a=b; fingerpost-language=en' }, 'en'],
    [{ 'accept-language': 'fr', cookie: 'fingerpost-language=../../secret' }, 'fr'],
    [{ cookie: 'fingerpost-language=fr' }, 'fr'],
    [{ 'accept-language': 'ja' }, 'en'],
    [{ 'accept-language': 'de' }, 'en'],
    [{ cookie: 'fingerpost-language=de' }, 'en'],
  ])(
    'is in the chosen language, or the one the browser prefers, or English: %o',
    async (sent, lang) => {
      const { statusCode, body, headers } = await app.inject({ url: '/app/', headers: sent })

      expect(statusCode).toBe(200)
      expect(body).toContain(`<html lang="${lang}">`)
      expect(headers.vary).toBe('Accept-Language, Cookie')
    },
  )

  it('redirects from the path without the trailing slash', async () => {
    const { statusCode, headers } = await app.inject('/app')
    expect([statusCode, headers.location]).toEqual([308, '/app/'])
  })

  it('explains how to build the dashboard if it was not built', async () => {
    const empty = serve(join(folder, 'none'))
    const { statusCode, body } = await empty.inject('/app/links')
    expect(statusCode).toBe(503)
    expect(body).toContain('pnpm --filter @fingerpost/web build')
    await empty.close()
  })
})

describe('a file of the dashboard', () => {
  it('is cached forever and sent precompressed', async () => {
    const plain = await app.inject('/app/assets/a.js')
    const small = await app.inject({
      url: '/app/assets/a.js',
      headers: { 'accept-encoding': 'gzip' },
    })

    expect(plain.body).toBe(script)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.headers['content-type']).toMatch(/javascript/)
    expect(small.rawPayload.length).toBeLessThan(200)
  })

  it.each(['/app/assets/b.js', '/app/assets/../secret', '/app/assets/%2e%2e/secret'])(
    'that does not exist is a problem: %s',
    async (url) => {
      const { statusCode, body } = await app.inject(url)
      expect(body).not.toContain('not for you')
      expect([200, 404]).toContain(statusCode)
      if (statusCode === 404) expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
    },
  )
})
