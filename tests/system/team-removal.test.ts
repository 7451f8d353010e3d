import { request } from 'node:http'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { deleteTeam } from '../../gateway/src/admin/delete-team.worker.ts'
import { canCall, insiders } from '../insiders.ts'
import { admin, CHROME, customer, localStack, stack, withDatabase } from '../stack.ts'
import { unique } from '../teams.ts'

const local = localStack()
const lifecycle = new Lifecycle(createLog('test', 'silent'))
afterAll(() => lifecycle.close())

/** A team with a domain, links, clicks, labels, a webhook and a bio page. */
async function createFullTeam() {
  const name = unique('Leaving ')
  const made = await admin<{ org_id: string; api_key: string }>('org', 'create', name)
  const host = `${unique('leaving')}.example`
  const domain = await admin<{ id: number }>(
    ...['domain', 'add', host, '--org', made.org_id, '--verified'],
  )
  const api = customer(made.api_key)
  const tag = await api<{ id: number }>('POST', '/tag', { name: 'tag' })
  await api('POST', '/folder', { name: 'folder' })
  await api('POST', '/view', { name: 'view', page: 'links', query: '' })
  await api('POST', '/note', { at: '2026-11-01T00:00:00Z', text: 'note' })
  await api('POST', '/webhook', { url: 'https://hooks.example/', events: ['link.deleted'] })
  await api('PUT', '/bio', { title: 'Ours' })
  for (const slug of ['one', 'two']) {
    const link = { url: 'https://a.example/', domain_id: domain.id, slug, tags: [tag.body.id] }
    expect((await api('POST', '/link', link)).status).toBe(201)
  }
  return { name, host, api, orgId: Number(made.org_id) }
}

/** Status of a visit to a host; fetch does not allow setting the Host header. */
const visit = (host: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.url)
    const headers = { host: `${host}:${port}`, 'user-agent': CHROME }
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })

/** Tables of a database with rows of a team. */
async function tablesWith(database: string, orgId: number): Promise<string[]> {
  const url = withDatabase(local?.stores.database_url ?? '', database)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'org_id'`,
  )
  const found = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${name} where org_id = $1 limit 1`, [
      orgId,
    ])
    if (rowCount) found.push(name)
  }
  await client.end()
  return found
}

const clicksOf = async (orgId: number, table = 'clicks_raw_v1') =>
  Number(
    await askClickHouse(
      local?.stores.clickhouse_url ?? '',
      `SELECT count() FROM analytics.${table} WHERE org_id = ${orgId}`,
    ),
  )

describe.runIf(canCall())('deleting a team', () => {
  it('leaves no data in any store, rejects a wrong name, and can be repeated', async () => {
    const [gone, stays] = await Promise.all([createFullTeam(), createFullTeam()])
    for (const { host, orgId } of [gone, stays]) {
      await vi.waitFor(async () => expect(await visit(host, '/one')).toBe(302))
      await vi.waitFor(async () => expect(await clicksOf(orgId)).toBeGreaterThan(0))
    }
    for (const values of [
      `retired_clicks_v1 VALUES (${gone.orgId}, 1, false, '2020-01-01', 1, '2020-01-02')`,
      `late_clicks_v1 VALUES (${gone.orgId}, 1, generateUUIDv4(), '2020-01-02', false)`,
      `cutoffs_v1 VALUES (${gone.orgId}, '2020-02-01', '2020-03-01')`,
      `visitor_days_v1 VALUES (${gone.orgId}, '2020-01-01', 5, '2020-01-03')`,
      `visitors_v1 VALUES (${gone.orgId}, 'team', false, 0, 0, '', '2020-01-01', 5, 1)`,
      `erased_clicks_v1 VALUES (${gone.orgId}, 1, 0, 1, false, false, '2020-01-01', 1, '2020-01-02')`,
      `clicks_rejected_v1 (job_id, click) VALUES ('${gone.name}', '{"orgId":${gone.orgId},"linkId":1}')`,
    ]) {
      const into = `INSERT INTO analytics.${values}`
      await askClickHouse(local?.stores.clickhouse_url ?? '', into)
    }
    const { organizations: teams, ...clients } = insiders(lifecycle)
    const parts = { ...clients, teams, lateMs: 1_000 }
    const save = () => Promise.reject(new Error('disk full'))

    await expect(deleteTeam({ ...gone, name: stays.name }, parts)).rejects.toMatchObject({
      kind: 'invalid',
    })
    await expect(deleteTeam(gone, { ...parts, save })).rejects.toThrow('disk full')
    expect((await gone.api('GET', '/organization')).status).toBe(200)
    // Stops halfway, like a crash.
    const [link = parts.owners[0]] = parts.owners
    const crash = { removeTeam: () => Promise.reject(new Error('crash')) }
    await expect(deleteTeam(gone, { ...parts, owners: [link as never, crash] })).rejects.toThrow(
      'crash',
    )
    expect(await deleteTeam(gone, parts)).toMatchObject({ deleted: true })
    await expect(deleteTeam(gone, parts)).rejects.toMatchObject({ kind: 'not_found' })

    for (const database of ['catalog', 'link', 'bio']) {
      expect(await tablesWith(database, gone.orgId), database).toEqual([])
    }
    expect(await clicksOf(gone.orgId)).toBe(0)
    for (const table of [
      'links_v1',
      'visitors_v1',
      'visitor_days_v1',
      'retired_clicks_v1',
      'erased_clicks_v1',
      'late_clicks_v1',
      'cutoffs_v1',
    ]) {
      expect(await clicksOf(gone.orgId, table), table).toBe(0)
    }
    const rejected = `SELECT count() FROM analytics.clicks_rejected_v1 WHERE job_id = '${gone.name}'`
    expect(await askClickHouse(local?.stores.clickhouse_url ?? '', rejected)).toBe('0')
    await vi.waitFor(async () => expect((await gone.api('GET', '/organization')).status).toBe(401))
    await vi.waitFor(async () => expect(await visit(gone.host, '/one')).toBe(404))
    expect(await visit(stays.host, '/two')).toBe(302)
    expect(await clicksOf(stays.orgId)).toBeGreaterThan(0)
    expect((await stays.api('GET', '/organization')).status).toBe(200)
  })
})
