import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { startClickWorker } from '../worker/service.ts'
import { log } from './stack.ts'

interface WorkerContext {
  CLICKHOUSE_URL: string
  CLICKHOUSE_DATABASE: string
  REDIS_URL: string
  LINK_ADDRESS: string
  CLICK_IP?: string
  CATALOG_ADDRESS?: string
}

/** Without a catalog, the worker enforces no retention. */
const NOWHERE = '127.0.0.1:1'

/** A click worker in the test process. */
export const openTestWorker = (
  lifecycle: Lifecycle,
  around: WorkerContext & { CLICK_CONCURRENCY?: number },
) =>
  startClickWorker(
    {
      CLICKHOUSE_CLUSTER: '',
      REDIS_CACHE_URL: '',
      REDIS_QUEUE_URL: '',
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_TRACES_SAMPLER_ARG: 1,
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: 0,
      BUILD_VERSION: '',
      BUILD_ID: '',
      GRPC_SHARED_SECRET: '',
      GEOIP_CITY_DB: '',
      GEOIP_COUNTRY_DB: '',
      GEO_DATA: 'city',
      CLICK_IP: 'full',
      CATALOG_ADDRESS: NOWHERE,
      CLICK_CONCURRENCY: 256,
      ...around,
    },
    lifecycle,
    log,
  )

/** A click worker in a separate process that can be killed; ends with the lifecycle. */
export async function spawnWorker(
  lifecycle: Lifecycle,
  around: WorkerContext,
): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '../worker/main.ts')
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      TEST_PACE: '10',
      LOG_LEVEL: 'silent',
      CATALOG_ADDRESS: NOWHERE,
      ADMIN_PORT: String(await freePort()),
      ...around,
    },
  })
  return lifecycle.own('worker', child, (it) => kill(it, 'SIGKILL'))
}

/** Resolves when the process has exited. */
export function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return gone
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
