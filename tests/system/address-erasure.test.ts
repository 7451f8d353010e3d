import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { afterAll, describe, expect, it } from 'vitest'
import { eraseAddress } from '../../gateway/src/admin/erase-address.worker.ts'
import { canCall, internalClients, serviceEnv } from '../internal-clients.ts'
import { localStack } from '../stack.ts'
import { newTeam, type Page, unique } from '../teams.ts'

const ask = (sql: string) => askClickHouse(localStack()?.stores.clickhouse_url ?? '', sql)

/** An address that no other test uses, without leading zeros, which its canonical form does not have. */
const address = `2001:db8:f${unique('')
  .replace(/[^0-9a-f]/g, '')
  .slice(0, 3)}::7`

const lifecycle = new Lifecycle(createLog('test', 'silent'))
afterAll(() => lifecycle.close())

async function eraseByCommand(...words: string[]) {
  const main = join(import.meta.dirname, '../../gateway/src/admin/main.ts')
  const args = [main, 'clicks', 'erase', ...words]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: serviceEnv() })
  return JSON.parse(stdout)
}

describe.runIf(canCall())('the operator', () => {
  it('deletes the clicks from an address in all teams, after a count', async () => {
    const parts = { ...internalClients(lifecycle), precision: 'full' } as const
    const count = (it = address) => eraseAddress({ address: it, confirmed: false }, parts)
    const [one, two] = [await newTeam('Erased'), await newTeam('Erased, too')]
    const rows = [one, one, two].map(
      ({ orgId }, i) =>
        `(generateUUIDv4(), now() - INTERVAL ${i} MONTH, ${orgId}, 1, '${address}')`,
    )
    await ask(
      `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id, ip) VALUES ${rows.join()}`,
    )
    const teams = [
      { org_id: one.orgId, clicks: 2 },
      { org_id: two.orgId, clicks: 1 },
    ]
    const counted = { address: `${address}/128`, teams, clicks: 3, erasures_in_progress: 0 }
    expect(await count()).toEqual({ ...counted, deleted: false })
    expect((await one.api<Page<object>>('GET', '/erasure')).body.total).toBe(0)

    expect(await eraseByCommand(address, '--confirm')).toEqual({ ...counted, deleted: true })
    expect(await ask(`SELECT count() FROM analytics.clicks_raw_v1 WHERE ip = '${address}'`)).toBe(
      '0',
    )
    for (const { api } of [one, two]) {
      expect((await api<Page<object>>('GET', '/erasure')).body.items).toMatchObject([
        { address: `${address}/128`, state: 'done', created_by: null },
      ])
    }
    expect(await count()).toMatchObject({ teams: [], clicks: 0 })
    await expect(count('nowhere')).rejects.toMatchObject({ kind: 'invalid' })
  })
})
