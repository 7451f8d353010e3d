import { beforeAll, expect, it, vi } from 'vitest'
import { visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME, stack } from '../stack.ts'

/** Each has nine times as many bytes when it is percent-encoded. */
const LONGEST_UTM = '€'.repeat(255)
const UTM = ['source', 'medium', 'campaign', 'term', 'content', 'reference']

let team: Awaited<ReturnType<typeof teamWithDomains>>
let domain: Awaited<ReturnType<typeof team.createVerified>>
beforeAll(async () => {
  team = await teamWithDomains('Long heads')
  domain = await team.createVerified()
})

const visit = (path: string, headers: Record<string, string> = {}) =>
  visitAs(stack.url, {
    method: 'GET',
    path,
    headers: { host: domain.name, 'user-agent': CHROME, ...headers },
  })

it('the longest destination is answered through the gateway, and its click is counted', async () => {
  const { id, slug } = await team.link(domain.id, {
    url: `https://target.example/${'a'.repeat(8_000)}`,
    expires_after: 2,
    ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, LONGEST_UTM])),
  })
  const query = `q=${'%22'.repeat(2_000)}`
  const answer = await visit(`/${slug}?${query}`)

  expect(answer.status).toBe(302)
  expect(String(answer.headers.location).length).toBeGreaterThan(24_000)
  const resolved = await team.api('GET', `/link/${id}/resolve`)
  expect(resolved.body.status).toBe(302)
  await vi.waitFor(
    async () => expect((await team.api('GET', `/link/${id}`)).body.clicks).toBe(1),
    20_000,
  )
})

it('a request head that the gateway accepts is accepted behind it', async () => {
  const { slug } = await team.link(domain.id, { url: 'https://target.example/' })
  const padded = { 'x-pad': 'a'.repeat(16_100) }

  expect((await visit(`/${slug}`, padded)).status).toBe(302)
  expect((await visit('/@nobody', padded)).status).toBe(404)
})
