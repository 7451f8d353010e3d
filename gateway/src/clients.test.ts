import { createServer } from '@fingerpost/kit/grpc/server'
import { checkReadiness, readinessCode } from '@fingerpost/kit/process/admin'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openClients } from './clients.ts'

const log = createLog('gateway', 'silent')
const lifecycle = new Lifecycle(log)
const STORES = {
  catalog: 'postgres',
  link: 'postgres',
  bio: 'postgres',
  analytics: 'clickhouse',
} as const
const away = new Set<string>()
let checks: ReturnType<typeof openClients>['checks']

beforeAll(async () => {
  const open = async (name: keyof typeof STORES) => {
    const settings = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
    const server = lifecycle.own(name, createServer(settings, log), (it) => it.close())
    server.reportStore(STORES[name], async () => {
      if (away.has(name)) throw new Error('away')
    })
    return `127.0.0.1:${await server.listen(0)}`
  }
  const addresses = {
    GRPC_SHARED_SECRET: '',
    CATALOG_ADDRESS: await open('catalog'),
    LINK_ADDRESS: await open('link'),
    BIO_ADDRESS: await open('bio'),
    ANALYTICS_ADDRESS: await open('analytics'),
  }
  checks = openClients(addresses, lifecycle).checks
})
afterAll(() => lifecycle.close())
beforeEach(() => away.clear())

it.each([
  ['none', [], 200, 'ok', []],
  ['ClickHouse', ['analytics'], 200, 'degraded', ['clickhouse']],
  ['the Postgres of link', ['link'], 200, 'degraded', ['link_postgres']],
  ['the Postgres of bio', ['bio'], 200, 'degraded', ['bio_postgres']],
  [
    'Postgres',
    ['catalog', 'link', 'bio'],
    503,
    'unavailable',
    ['bio_postgres', 'catalog_postgres', 'link_postgres'],
  ],
] as const)(
  'with no answer from %s, readiness says so',
  async (_, services, code, status, named) => {
    for (const it of services) away.add(it)

    const readiness = await checkReadiness(checks.needs, checks.uses)

    expect([readinessCode(readiness), readiness.status]).toEqual([code, status])
    const failing = Object.entries(readiness.checks).filter(([, it]) => it !== 'ok')
    expect(failing.map(([name]) => name).sort()).toEqual(named)
  },
)
