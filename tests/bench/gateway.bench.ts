import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { freePort } from '../../deploy/local/src/ports.ts'
import type { Bench } from './bench.ts'
import { seedLinks } from './links.ts'
import { CORES, pin, unpin, withChildren } from './machine.ts'
import { startProgram } from './process.ts'
import { compare, type Side } from './rounds.ts'
import type { TestStack } from './test-stack.ts'

/**
 * All processes that a request to Fingerpost passes through; they share a core with the
 * reference's.
 */
export const PASSED = ['gateway', 'link', 'catalog', 'redis', 'postgres']

/**
 * Reads and creates links through REST, gRPC and Postgres, compared with a plain implementation.
 */
export const gateway: Bench = {
  name: 'gateway',
  goal: 'GET ≥ 2× the plain form, p99 not above; POST ≥ 1×, p99 ≤ 1.5×',
  async run(options) {
    const count = options.quick ? 10_000 : 100_000
    const testStack = await options.testStack()
    const firstId = await seedLinks(testStack, count)
    const plain = await startPlain(testStack)
    const ours = oursOf(testStack)
    const [passed, all] = [testStack.pids(...PASSED), testStack.pids()]
    pin(all, CORES.others)
    pin(withChildren(passed), CORES.measured)
    const read = { ours, reference: plain, rate: { atLeast: 2 }, p99: { atMost: 1 } }
    const asks = { path: `/api/link/${firstId}` }
    const hot = { ...read, work: 'gateway, GET one link', load: { asks } }
    const spread = {
      ...read,
      work: `gateway, GET of ${count.toLocaleString('en')} links`,
      load: { asks: { path: '/api/link/#', from: firstId, of: count } },
    }
    const make = {
      ours,
      reference: plain,
      work: 'gateway, POST a link',
      rate: { atLeast: 1 },
      p99: { atMost: 1.5 },
      load: { method: 'POST', asks: { path: '/api/link', body: LINK_BODY, of: 1_000 } },
    }
    try {
      return [
        ...(await compare(hot, options)),
        ...(await compare(spread, options)),
        ...(await compare(make, options)),
      ]
    } finally {
      await plain.stop()
      unpin(withChildren(all))
    }
  },
}

export const LINK_BODY = JSON.stringify({
  url: 'https://example.com/articles/#/a-title-of-a-few-words',
  title: 'Article #',
  domain_id: 1,
})

export const oursOf = (testStack: TestStack): Side => ({
  origin: testStack.facts.url,
  pids: () => withChildren(testStack.pids(...PASSED)),
  headers: { 'x-api-key': testStack.facts.api_key, 'content-type': 'application/json' },
})

/** The plain implementation on the stack's Postgres, with tables like those of the product. */
async function startPlain(testStack: TestStack): Promise<Side & { stop(): Promise<void> }> {
  const postgres = openPostgres(testStack.databaseUrl('link'), createLog('bench', 'silent'))
  for (const table of ['links', 'outbox']) {
    const text = `create table if not exists plain_${table} (like ${table} including all)`
    await postgres.prepared(`plain-${table}`, text, [])
  }
  await postgres.close()
  const [port, grpcPort] = [await freePort(), await freePort()]
  const env = {
    HTTP_PORT: `${port}`,
    GRPC_PORT: `${grpcPort}`,
    DATABASE_URL: testStack.databaseUrl('link'),
  }
  const origin = `http://127.0.0.1:${port}`
  const start = (name: string, at: number) =>
    startProgram(`tests/bench/references/${name}.ts`, env, at, CORES.measured)
  const link = await start('plain-link', grpcPort)
  const front = await start('plain-gateway', port)
  return {
    origin,
    pids: () => [link.pid, front.pid, ...withChildren(testStack.pids('postgres'))],
    headers: { 'content-type': 'application/json' },
    async stop() {
      await front.stop()
      await link.stop()
    },
  }
}
