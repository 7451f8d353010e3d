import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Copy, canCopy, startCopy, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { stack } from '../stack.ts'

describe.runIf(canCopy())('with INSTANCE_HOST', () => {
  let gateway: Copy
  beforeAll(async () => {
    const hosts = { INSTANCE_HOST: 'links.example', INSTANCE_ALIASES: 'alias.example' }
    gateway = await startCopy('gateway', hosts)
  })
  afterAll(() => gateway?.close())

  const get = async (host: string, path: string) => {
    const headers = { host, 'x-api-key': stack.apiKey }
    return (await visitAs(gateway.url, { method: 'GET', path, headers })).status
  }

  it('the API, the dashboard and the docs answer only on that host and its aliases', async () => {
    for (const path of ['/api/link', '/docs/problems', '/healthz']) {
      for (const host of ['links.example', `links.example:${gateway.port}`, 'alias.example']) {
        expect([host, path, await get(host, path)]).toEqual([host, path, 200])
      }
      expect([path, await get('other.example', path)]).toEqual([path, 404])
    }
  })

  it('the domain of a team serves only its links', async () => {
    const team = await teamWithDomains('Instance host')
    const { id, name } = await team.createVerified()
    const { slug } = await team.link(id)

    expect(await get(name, `/${slug}`)).toBe(302)
    for (const path of ['/api/link', '/app/', '/docs/', '/healthz', '/readyz', '/favicon/e.com']) {
      expect([path, await get(name, path)]).toEqual([path, 404])
    }
  })
})
