import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canCopy, openPair, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { expectAnswer, expectClick, requestOf } from '../redirect/replay.ts'
import { DOMAINS, type DomainKey, type LinkFields, type Row } from '../redirect/row.ts'
import { EXAMPLES } from '../redirect/table.ts'
import { admin } from '../stack.ts'

/** Visits per row. */
const TIMES = 2

interface Placed {
  row: Row
  domain: string
  slug: string
  linkId?: string
}
type Click = Record<string, unknown> & { id: string; link_id: string }

describe.runIf(canCopy())('the examples, by REST and through two redirect processes', () => {
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let pair: Awaited<ReturnType<typeof openPair>>
  const placed: Placed[] = []
  const clicks = new Map<string, Click[]>()

  beforeAll(async () => {
    team = await teamWithDomains('A team with a table')
    pair = await openPair()
    const domains = new Map<DomainKey, { id: number; name: string }>()
    for (const key of Object.keys(DOMAINS) as DomainKey[]) domains.set(key, await addDomain(key))
    for (const [i, row] of EXAMPLES.entries()) {
      const domain = domains.get(row.domain) ?? { id: 0, name: '' }
      const slug = `${row.link?.slug ?? 'row'}-${i}`
      const linkId = row.link && (await addLink(row, row.link, domain.id, slug))
      placed.push({ row, domain: domain.name, slug, ...(linkId && { linkId }) })
    }
  })
  afterAll(() => pair?.close())

  async function addDomain(key: DomainKey) {
    const { id, name } = key === 'unverified' ? await team.create() : await team.createVerified()
    expect((await team.api('PATCH', `/domain/${id}`, DOMAINS[key])).status).toBe(200)
    return { id, name }
  }

  async function addLink(
    { deleted }: Row,
    { ab, geo, ...fields }: LinkFields,
    domainId: number,
    slug: string,
  ): Promise<string> {
    const { id } = await team.link(domainId, { ...fields, slug })
    for (const [path, items] of Object.entries({ ab, geo })) {
      if (!items) continue
      const { status } = await team.api('PUT', `/link/${id}/${path}`, { items })
      expect(status).toBe(200)
    }
    if (deleted) await team.api('DELETE', `/link/${id}`)
    return id
  }

  const wanted = () => placed.filter(({ row }) => row.click !== null)

  it.each(EXAMPLES.map((row, i) => [i, row.name] as const))('%i %s', async (i) => {
    const { row, domain, slug } = placed[i]!
    const { headers, ...rest } = requestOf(row, domain, slug)
    // Concurrently, so that each takes its own connection, and thereby process.
    const visits = Array.from({ length: TIMES }, () =>
      visitAs(pair.gatewayUrl, { ...rest, headers }),
    )
    for (const answer of await Promise.all(visits)) {
      expectAnswer(row, answer)
    }
  })

  it('both processes answered', async () => {
    const [total, second] = [EXAMPLES.length * TIMES, await pair.answeredBySecond()]
    expect(second).toBeGreaterThan(total / 8)
    expect(total - second).toBeGreaterThan(total / 8)
  })

  it('the stream contains each click as often as it was made, and no other', async () => {
    const total = wanted().length * TIMES
    await vi.waitFor(
      async () => {
        const { body } = await team.api<{ total: number }>(
          'GET',
          '/analytics/stream?include_bots=true',
        )
        expect(body.total).toBe(total)
      },
      { timeout: 30_000, interval: 200 },
    )
    for (let page = 0; page * 100 < total; page++) {
      const { body } = await team.api<{ items: Click[] }>(
        'GET',
        `/analytics/stream?include_bots=true&limit=100&page=${page}`,
      )
      for (const click of body.items) {
        clicks.set(click.link_id, [...(clicks.get(click.link_id) ?? []), click])
      }
    }
    const counted = wanted().map(({ linkId = '' }) => clicks.get(linkId)?.length)
    expect(counted).toEqual(counted.map(() => TIMES))
  })

  it.each(EXAMPLES.flatMap((row, i) => (row.click ? [[i, row.name] as const] : [])))(
    'the click of %i %s',
    (i) => {
      const { row, domain, slug, linkId = '' } = placed[i]!
      const made = clicks.get(linkId) ?? []
      expect(made).toHaveLength(TIMES)
      for (const click of made) {
        expect(click).toMatchObject({ domain, slug, title: row.link?.title ?? 'x' })
        expectClick(row, click, Object.keys(click))
      }
    },
  )

  it('a link counts clicks of visitors, but not of bots', async () => {
    for (const { row, linkId } of wanted()) {
      const counted = row.click?.is_bot ? 0 : TIMES
      await vi.waitFor(
        async () => {
          const { body } = await team.api('GET', `/link/${linkId}`)
          expect([row.name, body.clicks]).toEqual([row.name, counted])
        },
        { timeout: 10_000 },
      )
    }
  })

  it('a link works with any spelling of an international domain name', async () => {
    const name = `bücher-${Date.now()}.example.com`
    const domain = await admin<{ id: number; name: string }>(
      ...['domain', 'add', '--org', team.orgId, name, '--verified'],
    )
    const { slug } = await team.link(domain.id)

    expect(domain.name).toMatch(/^xn--bcher-/)
    for (const host of [domain.name, domain.name.toUpperCase(), `www.${domain.name}.`]) {
      for (const url of [...pair.urls, pair.gatewayUrl]) {
        const request = { method: 'GET', path: `/${slug}`, headers: { host } }
        await vi.waitFor(async () => expect((await visitAs(url, request)).status).toBe(302))
      }
    }
  })
})
