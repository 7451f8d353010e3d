import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'
import { type FaultMode, openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { Redis } from 'ioredis'
import { freePort } from '../../deploy/local/src/ports.ts'
import { redisBinary } from '../../deploy/local/src/redis-install.ts'
import { startTestStack } from './test-stack.ts'
import { until } from './until.ts'

const PASSWORD = 'redis-password'
/** The account of a replica, as in docs/regions.md. */
const REPLICA = ['replica', 'on', '>replica-password', '+psync', '+replconf', '+ping']
const LATER = new URL('http://127.0.0.1:1')

/** The name of the redirect in the other region. */
export const FAR = 'redirect-2'

export type Regions = Awaited<ReturnType<typeof openRegions>>

/**
 * The whole product at home, and a second region with a redirect, its spool, and a replica of the
 * Redis of home. Everything between the two goes through one line, which can be slow or cut.
 */
export async function openRegions() {
  const lifecycle = new Lifecycle(createLog('regions', 'silent'))
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-regions-'))
  lifecycle.own('folder', folder, (it) => rmSync(it, { recursive: true, force: true }))
  const command = await redisBinary({
    folder,
    logFile: '',
    env: process.env,
    say: console.log,
    signal: AbortSignal.timeout(300_000),
  })

  async function openRedis(...own: string[]) {
    const port = await freePort()
    const place = join(folder, `${port}`)
    mkdirSync(place)
    const url = `redis://:${PASSWORD}@127.0.0.1:${port}`
    const general = { port, bind: '127.0.0.1', dir: place, requirepass: PASSWORD, save: '' }
    const args = Object.entries(general).flatMap(([name, value]) => [`--${name}`, `${value}`])
    const server = spawn(command, [...args, ...own], { stdio: 'ignore' })
    lifecycle.own('redis', server, ended)
    const direct = new Redis(url, { protocol: 2, maxRetriesPerRequest: null })
    direct.on('error', () => {})
    lifecycle.own('direct', direct, (it) => it.disconnect())
    await until(() => direct.status === 'ready', 'a Redis')
    return { url, direct }
  }
  const lineTo = async (target: URL) =>
    lifecycle.own('line', await openFaultProxy(target), (it) => it.close())

  // With a small backlog, the replica needs a full resynchronization after each cut: the messages
  // of the channel are lost.
  const durable = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']
  const home = await openRedis(...durable, '--repl-backlog-size', '16kb', '--user', ...REPLICA)
  const lines = {
    replica: await lineTo(new URL(home.url)),
    redis: await lineTo(new URL(home.url)),
    link: await lineTo(LATER),
    catalog: await lineTo(LATER),
  }
  const { port } = new URL(lines.replica.url)
  const account = ['--masteruser', 'replica', '--masterauth', 'replica-password']
  const replica = await openRedis('--replicaof', '127.0.0.1', port, ...account)
  const spool = join(folder, 'spool')
  const own = {
    REDIS_CACHE_URL: lines.redis.url,
    REDIS_QUEUE_URL: lines.redis.url,
    REDIS_REPLICA_URL: replica.url,
    LINK_ADDRESS: new URL(lines.link.url).host,
    CATALOG_ADDRESS: new URL(lines.catalog.url).host,
    SPOOL_DIR: spool,
    SPOOL_RESERVE_BYTES: '0',
  }
  const testStack = lifecycle.own(
    'stack',
    await startTestStack({
      copies: { redirect: 2 },
      env: { [FAR]: own },
      stores: { REDIS_URL: home.url },
    }),
    (it) => it.close(),
  )
  for (const name of ['link', 'catalog'] as const) {
    lines[name].moveTo(new URL(`http://127.0.0.1:${testStack.environment(name).GRPC_PORT}`))
  }
  await testStack.untilReady()

  const urlOf = (name: string) => `http://127.0.0.1:${testStack.environment(name).HTTP_PORT}`
  const set = (mode: FaultMode, lagMs = 0) => {
    for (const line of Object.values(lines)) line.set(mode, lagMs)
  }
  return {
    testStack,
    homeUrl: urlOf('redirect'),
    farUrl: urlOf(FAR),
    home: home.direct,
    replica: replica.direct,
    /** Delays everything between the regions by this round-trip time, after it was cut as well. */
    connect(roundTripMs: number): void {
      set('ok')
      set('slow', roundTripMs / 2)
    },
    /** Drops everything between the regions, and closes no connection. */
    cut: () => set('blackhole'),
    /** Drops only what home answers. */
    mute: () => set('mute'),
    /** Waits until the replica has this link, or no longer has it. */
    replicated: (slug: string, count = 1) =>
      until(
        async () => (await replica.direct.keys(`slug:*:${slug.toLowerCase()}`)).length === count,
        `${slug} in the replica`,
      ),
    /** Waits until no click is in the spool of the other region. */
    sentHome: () =>
      until(() => readdirSync(spool).every((name) => name === RESERVE_FOLDER), 'an empty spool'),
    close: () => lifecycle.close(),
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}
