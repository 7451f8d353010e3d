import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEYS, openTestApp } from './testing/app.ts'

/** A fake redirect that echoes the requested URL. */
const redirect = createServer(({ url }, response) => response.writeHead(404).end(`redirect ${url}`))
const config = { INSTANCE_HOST: 'links.example', INSTANCE_ALIASES: ['alias.example'] }
let app: Awaited<ReturnType<typeof openTestApp>>['app']

beforeAll(async () => {
  redirect.listen(0, '127.0.0.1')
  await once(redirect, 'listening')
  const REDIRECT_URL = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`
  ;({ app } = await openTestApp({}, { ...config, REDIRECT_URL }))
})
afterAll(async () => {
  await app.close()
  redirect.close()
})

const ask = (host: string, url: string, method: 'GET' | 'POST' | 'OPTIONS' = 'GET') =>
  app.inject({ method, url, headers: { host, 'x-api-key': KEYS[0] } })

describe('on the domain of a team', () => {
  it.each([
    ['/api/version', '/api%2Fversion'],
    ['/api/link?a=/b', '/api%2Flink?a=/b'],
    ['/%61pi/version', '/api%2Fversion'],
    ['/api', '/api%2F'],
    ['/app', '/app%2F'],
    ['/app/', '/app%2F'],
    ['/app/links/5', '/app%2Flinks%2F5'],
    ['/docs', '/docs%2F'],
    ['/docs/json', '/docs%2Fjson'],
    ['/docs/problems', '/docs%2Fproblems'],
    ['/healthz', '/healthz%2F'],
    ['/readyz/', '/readyz%2F'],
    ['/favicon/e.com', '/favicon%2Fe.com'],
    ['/apple', '/apple'],
  ])('%s is not a path of the instance', async (url, asked) => {
    const answer = await ask('go.example:8080', url)

    expect([answer.statusCode, answer.body]).toEqual([404, `redirect ${asked}`])
  })

  it('a request in any method, or a preflight, does not reach the API', async () => {
    for (const method of ['POST', 'OPTIONS'] as const) {
      expect((await ask('go.example', '/api/link', method)).body).toBe('redirect /api%2Flink')
    }
  })
})

it('answers health checks of a load balancer by IP address, and no other request', async () => {
  for (const host of ['10.0.0.7:8080', '[::1]:8080']) {
    expect((await ask(host, '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await ask(host, '/readyz?at=1')).statusCode).toBe(200)
    expect((await ask(host, '/api/version')).body).toBe('redirect /api%2Fversion')
  }
})

it('answers the API, the dashboard and the docs on its own host and its aliases', async () => {
  for (const host of ['links.example', 'LINKS.example:8080', 'alias.example']) {
    expect((await ask(host, '/api/version')).json()).toMatchObject({ version: '1.2.3' })
    expect((await ask(host, '/app')).statusCode).toBe(308)
    expect((await ask(host, '/docs/problems')).statusCode).toBe(200)
  }
})
