import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { Pool } from 'undici'
import { freePort } from '../../deploy/local/src/ports.ts'
import { CHROME } from '../agents.ts'
import { until } from '../faults/until.ts'
import { CORES, pinned } from './machine.ts'
import { environmentOf, type Started, startProgram } from './process.ts'
import type { Side } from './rounds.ts'
import { root, type TestStack } from './test-stack.ts'

const log = createLog('bench', 'silent')

/** Of a client that visits all links. */
const CONNECTIONS = 50

/** A persistent compile cache, as in `npm start`. */
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node')

/** A server under load. */
export interface Server extends Side, Pick<Started, 'readyMs' | 'stop'> {}

const serverOf = ({ pid, ...rest }: Started, origin: string): Server => ({
  ...rest,
  origin,
  pids: () => [pid],
})

export const startBare = async (): Promise<Server> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { HTTP_PORT: `${port}` }
  const program = await startProgram('tests/bench/references/bare.ts', env, port, CORES.measured)
  return serverOf(program, origin)
}

/** A redirect like the stack's, with a cache for all links, whose clicks are not consumed. */
export async function startRedirect(
  testStack: TestStack,
  queueUrl: string,
  own: Record<string, string> = {},
): Promise<Server> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...environmentOf(testStack.facts.pids.redirect ?? 0),
    HTTP_PORT: `${port}`,
    ADMIN_PORT: `${adminPort}`,
    REDIS_QUEUE_URL: queueUrl,
    NODE_COMPILE_CACHE,
    ...own,
  }
  const program = await startProgram('services/redirect/src/main.ts', env, port, CORES.measured)
  return serverOf(program, origin)
}

/** A bare server and a redirect, on the same core alternately. */
export async function openPair(testStack: TestStack) {
  const queue = await startQueueRedis()
  const bare = await startBare()
  const ours = await startRedirect(testStack, queue.url)
  return {
    bare,
    ours,
    /** Clicks that are not consumed would fill the memory. */
    forget: () => queue.client.flushall(),
    async close(): Promise<void> {
      await Promise.all([bare.stop(), ours.stop()])
      await queue.close()
    },
  }
}

/** A Redis for clicks only, as durable as the stack's. */
export async function startQueueRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-redis-'))
  const port = await freePort()
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec']
  const [command = '', ...words] = [...pinned(CORES.others), 'redis-server']
  const child = spawn(command, [...words, ...settings, ...durable], { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  const client = openRedis(url, 'worker', log)
  await client.ping()
  return {
    url,
    client,
    pid: child.pid ?? 0,
    async close() {
      client.disconnect()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Visits links `/b0` up to `count`, and retries visits that a busy machine did not answer. */
export async function visitAll({ origin }: Server, count: number): Promise<void> {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  let next = 0
  const visit = async (path: string): Promise<number> => {
    const headers = { host: 'localhost', 'user-agent': CHROME }
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    await body.dump()
    return statusCode
  }
  const work = async () => {
    while (next < count) {
      const path = `/b${next++}`
      await until(async () => (await visit(path)) === 302, `a visit of ${path}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  await pool.close()
}
