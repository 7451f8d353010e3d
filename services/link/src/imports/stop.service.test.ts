import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from '@fingerpost/kit/grpc/client'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase, createTestRedis } from '@fingerpost/kit/testing'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { afterAll, expect, it, vi } from 'vitest'
import type { LinkSchema } from '../link.schema.ts'
import { caller, newCatalog, startCatalog } from '../testing/stack.ts'

const ROWS = 4_000
const LONGER = { timeout: 40_000, interval: 20 }
const MAIN = join(import.meta.dirname, '../main.ts')

const log = createLog('link', 'silent')
const lifecycle = new Lifecycle(log)
afterAll(() => lifecycle.close())

/** A link process as in production, and the port that it logs. */
async function startProcess(env: Record<string, string>) {
  const child = lifecycle.own(
    'link',
    spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    (it) => it.kill('SIGKILL'),
  )
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes))
  const port = await vi.waitFor(() => {
    const [, found] = /"port":(\d+)[^\n]*link is listening/.exec(output) ?? []
    expect(found).toBeDefined()
    return Number(found)
  }, LONGER)
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`), (it) => it.close())
  return { child, imports: channel.client(ImportsService) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function terminate(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  return (await exit)[0]
}

it('SIGTERM during an import stops the process gracefully; the next one creates the other links, once', async () => {
  const migrations = join(import.meta.dirname, '../../migrations')
  const own = lifecycle.own('db', await createTestDatabase('link', migrations), (it) => it.drop())
  const redis = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const { db } = lifecycle.own('pool', openPostgres<LinkSchema>(own.url, log, 1), (it) =>
    it.close(),
  )
  const adminPort = await freePort()
  const env = {
    DATABASE_URL: own.url,
    REDIS_URL: redis.url,
    CATALOG_ADDRESS: await startCatalog(newCatalog(), lifecycle),
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: '0',
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: `${adminPort}`,
    LOG_LEVEL: 'info',
  }
  const count = async () =>
    await db
      .selectFrom('links')
      .select((of) => [
        of.fn.countAll<number>().as('links'),
        of.fn.count<number>('url').distinct().as('urls'),
      ])
      .executeTakeFirstOrThrow()
  const first = await startProcess(env)
  const call = { caller }
  const target = { domain_id: 1, folder_id: 5, tags: [6] }
  const { id } = await first.imports.createImport({ target }, call)
  const rows = Array.from({ length: ROWS }, (_, i) => ({ url: `https://e.com/${i}` }))
  await first.imports.addImportRows({ id, first_index: 0, rows }, call)
  await first.imports.startImport({ id }, call)
  await vi.waitFor(async () => expect((await count()).links).toBeGreaterThan(0), LONGER)

  expect(await terminate(first.child)).toBe(0)
  expect((await count()).links).toBeLessThan(ROWS)

  const second = await startProcess(env)
  await vi.waitFor(async () => {
    const { status } = await second.imports.getImport({ id, items_limit: 0 }, call)
    expect(status).toBe('done')
  }, LONGER)
  expect(await count()).toEqual({ links: ROWS, urls: ROWS })
  expect(await terminate(second.child)).toBe(0)
}, 120_000)
