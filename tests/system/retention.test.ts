import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { canCopy, startCopy, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME, localStack, stack } from '../stack.ts'
import type { Page } from '../teams.ts'

interface Preview {
  before: string
  clicks: number
  links: number
}

describe.runIf(canCopy())('a team with click retention', () => {
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let link: { id: string; slug: string }
  let host: string

  const visit = () =>
    visitAs(stack.url, {
      method: 'GET',
      path: `/${link.slug}`,
      headers: { host, 'user-agent': CHROME },
    })
  const shown = async () =>
    (await team.api<Page<unknown>>('GET', '/analytics/stream?period=all')).body.total
  const total = async () =>
    (await team.api<{ clicks: number }>('GET', `/link/${link.id}`)).body.clicks
  const preview = async (months: number) => {
    const path = `/organization/retention?click_retention_months=${months}`
    return (await team.api<Preview>('GET', path)).body
  }

  beforeAll(async () => {
    team = await teamWithDomains('A team with a term')
    const domain = await team.createVerified()
    host = domain.name
    link = await team.link(domain.id)
    expect((await visit()).status).toBe(302)
    await vi.waitFor(async () => expect(await total()).toBe(1), { timeout: 15_000 })
    await askClickHouse(
      localStack()?.stores.clickhouse_url ?? '',
      `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id)
       SELECT generateUUIDv4(), now() - INTERVAL (number + 1) * 3 MONTH, ${team.orgId}, ${link.id}
       FROM numbers(4)`,
    )
    expect((await visit()).status).toBe(302)
    await vi.waitFor(async () => expect(await total()).toBe(6), { timeout: 15_000 })
  })

  it('sees what would be deleted, and then clicks since its cutoff, while totals stay', async () => {
    expect(await preview(8)).toMatchObject({ clicks: 2, links: 1 })
    expect(await shown()).toBe(6)
    const set = { click_retention_months: 8 }
    expect((await team.api('PATCH', '/organization', set)).body).toMatchObject(set)

    const worker = await startCopy('click-worker') // which begins with it
    await vi.waitFor(async () => expect(await shown()).toBe(4), { timeout: 60_000 })
    await worker.close()
    expect(await preview(8)).toMatchObject({ clicks: 0, links: 0 })
    expect(await preview(5)).toMatchObject({ clicks: 1, links: 1 })
    expect((await visit()).status).toBe(302)
    await vi.waitFor(async () => expect(await total()).toBe(7), { timeout: 15_000 })

    expect(
      (await team.api('PATCH', '/organization', { click_retention_months: null })).status,
    ).toBe(200)
    expect(await shown()).toBe(5)
  })
})
