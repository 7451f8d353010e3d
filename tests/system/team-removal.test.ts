import { request } from 'node:http'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { tablesOf } from '@fingerpost/protos/objects'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { deleteTeam } from '../../gateway/src/admin/delete-team.worker.ts'
import { type Operation, readOperations } from '../attacks/document.ts'
import { canCall, internalClients } from '../internal-clients.ts'
import { createObjects } from '../objects.ts'
import { admin, CHROME, customer, localStack, stack, withDatabase } from '../stack.ts'
import { unique } from '../teams.ts'

const local = localStack()
const lifecycle = new Lifecycle(createLog('test', 'silent'))
afterAll(() => lifecycle.close())

/** A team with every object of the register, and two links that can be visited. */
async function createFullTeam(operations: readonly Operation[]) {
  const name = unique('Leaving ')
  const made = await admin<{ org_id: string; api_key: string }>('org', 'create', name)
  const host = `${unique('leaving')}.example`
  const domain = await admin<{ id: number }>(
    ...['domain', 'add', host, '--org', made.org_id, '--verified'],
  )
  const api = customer(made.api_key)
  await api('PUT', '/bio', { title: 'Ours' })
  const { tag } = await createObjects(api, operations)
  for (const slug of ['one', 'two']) {
    const link = { url: 'https://a.example/', domain_id: domain.id, slug, tags: [Number(tag)] }
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

async function inDatabase<T>(database: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = withDatabase(local?.stores.database_url ?? '', database)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return run(client).finally(() => client.end())
}

/** The tables of a database that have rows of a team, and those that have none. */
const tablesWith = (database: string, orgId: number): Promise<{ some: string[]; none: string[] }> =>
  inDatabase(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'org_id'`,
    )
    const found = { some: [] as string[], none: [] as string[] }
    for (const { name } of rows) {
      const row = await client.query(`select from ${name} where org_id = $1 limit 1`, [orgId])
      found[row.rowCount ? 'some' : 'none'].push(name)
    }
    return found
  })

const VALUES: Record<string, (orgId: number) => string> = {
  text: (orgId) => `'of ${orgId}'`,
  jsonb: () => `'{}'`,
  bytea: () => `''`,
  boolean: () => 'false',
  'timestamp with time zone': () => 'now()',
  ARRAY: () => `'{}'`,
}

/** Adds a row of a team with the simplest values, so that a removal has something to remove. */
const fill = (database: string, table: string, orgId: number): Promise<unknown> =>
  inDatabase(database, async (client) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_nullable = 'NO'
         and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
      [table],
    )
    const values = rows.map(({ name, type }) =>
      name === 'org_id' ? orgId : (VALUES[type]?.(orgId) ?? 1),
    )
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => `"${name}"`)}) values (${values})`,
    )
  })

const DATABASES = ['catalog', 'link', 'bio'] as const
/** An erasure of all clicks stays, so that late ones do not come back. */
const CLICK_TABLES = tablesOf('analytics', 'with_team').filter((it) => it !== 'erasures_v1')

const insert = (values: string) =>
  askClickHouse(local?.stores.clickhouse_url ?? '', `INSERT INTO analytics.${values}`)

const clicksOf = async (orgId: number, table = 'clicks_raw_v1') =>
  Number(
    await askClickHouse(
      local?.stores.clickhouse_url ?? '',
      `SELECT count() FROM analytics.${table} WHERE org_id = ${orgId}`,
    ),
  )

describe.runIf(canCall())('deleting a team', () => {
  it('leaves no data in any store, rejects a wrong name, and can be repeated', async () => {
    const operations = await readOperations()
    const [gone, stays] = await Promise.all([
      createFullTeam(operations),
      createFullTeam(operations),
    ])
    for (const { host, orgId } of [gone, stays]) {
      await vi.waitFor(async () => expect(await visit(host, '/one')).toBe(302))
      await vi.waitFor(async () => expect(await clicksOf(orgId)).toBeGreaterThan(0))
    }
    for (const database of DATABASES) {
      const { none } = await tablesWith(database, gone.orgId)
      // Rows of the outbox of link are published and gone.
      for (const table of none.filter((it) => it !== 'outbox')) {
        await fill(database, table, gone.orgId)
      }
    }
    for (const table of CLICK_TABLES) {
      await insert(`${table} (org_id) VALUES (${gone.orgId})`)
    }
    await insert(
      `clicks_rejected_v1 (job_id, click) VALUES ('${gone.name}', '{"org_id":${gone.orgId},"link_id":1}')`,
    )
    const { organizations: teams, ...clients } = internalClients(lifecycle)
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

    for (const database of DATABASES) {
      expect((await tablesWith(database, gone.orgId)).some, database).toEqual([])
    }
    for (const table of CLICK_TABLES) expect(await clicksOf(gone.orgId, table), table).toBe(0)
    const rejected = `SELECT count() FROM analytics.clicks_rejected_v1 WHERE job_id = '${gone.name}'`
    expect(await askClickHouse(local?.stores.clickhouse_url ?? '', rejected)).toBe('0')
    await vi.waitFor(async () => expect((await gone.api('GET', '/organization')).status).toBe(401))
    await vi.waitFor(async () => expect(await visit(gone.host, '/one')).toBe(404))
    expect(await visit(stays.host, '/two')).toBe(302)
    expect(await clicksOf(stays.orgId)).toBeGreaterThan(0)
    expect((await stays.api('GET', '/organization')).status).toBe(200)
  })
})
