import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settle } from './ledger.ts'
import { call, createLink, type Link, rows } from './requests.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { until } from './until.ts'
import { visit } from './visitor.ts'

interface Job {
  id: number
  state: string
  found: number
  erased: number
  left: number
  done_at: string | null
}

const OLD = 50_000

describe('an erasure', () => {
  let testStack: TestStack
  let [erased, remaining]: Link[] = []

  const api = <T>(method: string, path: string, body?: unknown) =>
    call<T>(testStack, method, path, body)
  const visitAll = async (links: readonly (Link | undefined)[], times: number) => {
    for (let i = 0; i < times; i++) {
      for (const link of links) expect((await visit(testStack, link?.slug ?? '')).status).toBe(302)
    }
  }
  const stored = async (link: Link | undefined) => {
    const sql = `SELECT count() AS count FROM clicks_raw_v1 WHERE link_id = ${link?.id}`
    return (await rows<{ count: number }>(testStack, sql))[0]?.count
  }
  const total = async (link: Link | undefined) =>
    (await api<{ clicks: number }>('GET', `/link/${link?.id}`)).body.clicks
  /** The job, once the API answers. */
  const read = async (id: number) => {
    const { status, body } = await api<Job>('GET', `/erasure/${id}`)
    return status === 200 ? body : undefined
  }
  const isDone = async (id: number) => (await read(id))?.state === 'done'

  beforeAll(async () => {
    testStack = await startTestStack()
    erased = await createLink(testStack)
    remaining = await createLink(testStack)
    for (const { id } of [erased, remaining]) {
      await askClickHouse(
        testStack.stores.clickhouseUrl,
        `INSERT INTO clicks_raw_v1 (id, created_at, org_id, link_id, domain_id, ip)
         SELECT generateUUIDv4(), now() - INTERVAL number % 300 DAY, 1, ${id}, 1, '203.0.113.9'
         FROM numbers(${OLD})`,
        'analytics',
      )
    }
    await visitAll([erased, remaining], 10)
    await settle(testStack)
  })
  afterAll(() => testStack?.close())

  it('is refused without criteria, and for links and domains of others', async () => {
    for (const body of [{}, { link_ids: [] }, { address: 'x' }, { address: '1.2.3.4/33' }]) {
      expect((await api('POST', '/erasure', body)).status).toBe(400)
    }
    const period = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }
    expect((await api('POST', '/erasure', period)).status).toBe(400)
    for (const body of [{ link_ids: [erased?.id, 999_999] }, { domain_id: 999_999 }]) {
      expect((await api('POST', '/erasure', body)).status).toBe(404)
    }
    expect((await api('GET', '/erasure/999999')).status).toBe(404)
    expect((await api<{ total: number }>('GET', '/erasure')).body.total).toBe(0)
  })

  it('is completed although processes are killed, and its clicks stay counted', async () => {
    const before = {
      erased: await total(erased),
      remaining: await total(remaining),
      rows: await stored(remaining),
    }
    expect(before).toMatchObject({ erased: OLD + 10, remaining: OLD + 10 })
    const line = testStack.lines.of('redirect', 'redis')
    line.set('refuse')
    await visitAll([erased], 5) // which the spool keeps until the erasure is done

    const asked = await api<Job>('POST', '/erasure', { link_ids: [erased?.id] })
    expect(asked).toMatchObject({ status: 202, body: { state: 'queued', done_at: null } })
    const { id } = asked.body
    for (const name of ['click-worker', 'clickhouse', 'click-worker', 'catalog', 'clickhouse']) {
      await testStack.kill(name)
      const job = await read(id)
      if (job?.state === 'done') expect(await stored(erased)).toBe(0)
    }
    await until(() => isDone(id), 'the end of the erasure')
    expect(await read(id)).toMatchObject({ found: OLD + 10, erased: OLD + 10, left: 0 })
    expect(await stored(erased)).toBe(0)

    line.set('ok')
    await settle(testStack)
    expect(await stored(erased)).toBe(0)
    expect(await total(erased)).toBe(before.erased)
    await visitAll([erased], 1)
    await settle(testStack)
    expect([await stored(erased), await total(erased)]).toEqual([1, before.erased + 1])
    expect([await stored(remaining), await total(remaining)]).toEqual([
      before.rows,
      before.remaining,
    ])

    const log = await api<{ items: object[] }>('GET', '/audit?object_kind=erasure')
    expect(log.body.items).toMatchObject([
      { operation: 'updated', actor: { kind: 'system' } },
      { operation: 'created', actor: { kind: 'key' } },
    ])
  })

  it('follows the deletion of a link with its clicks', async () => {
    const path = `/link/${remaining?.id}?with_clicks=true`
    const deleted = await api<{ erasure_id: number }>('DELETE', path)
    expect(deleted).toMatchObject({ status: 200, body: { deleted: true } })
    const again = await api<{ erasure_id: number }>('DELETE', path)
    expect(again.body).toEqual(deleted.body)

    await testStack.kill('click-worker')
    await until(() => isDone(deleted.body.erasure_id), 'the end of the erasure')
    expect(await stored(remaining)).toBe(0)
    expect((await api('POST', `/link/${remaining?.id}/restore`, {})).status).toBe(404)
    expect((await api('DELETE', '/link/999999?with_clicks=true')).status).toBe(404)
  })
})
