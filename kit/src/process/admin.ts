import type { Server } from 'node:http'
import { Counter, Gauge } from 'prom-client'
import { listen } from '../http/listen.ts'
import { createServer } from '../http/node-http.ts'
import { metrics } from '../telemetry/metrics.ts'
import type { Lifecycle } from './lifecycle.ts'
import { droppedLines, type Logger } from './log.ts'
import { nodeMetrics } from './node-metrics.ts'

new Counter({
  name: 'fingerpost_log_lines_dropped_total',
  help: 'Log lines that could not be written: the disk is full, or nothing reads the pipe',
  registers: [metrics],
  collect() {
    this.reset()
    this.inc(droppedLines())
  },
})

const build = new Gauge({
  name: 'fingerpost_build_info',
  help: 'Always 1; the labels are version and commit of the build',
  labelNames: ['version', 'commit'],
  registers: [metrics],
})

const facts = new Map<string, () => unknown>()

/** Adds a value to `/readyz`, beside the checks; a later one with the same name replaces it. */
export const showInReadiness = (name: string, read: () => unknown): void =>
  void facts.set(name, read)

/** Dependencies by name, with a check that rejects if the dependency is unavailable. */
export type Checks = Record<string, () => Promise<unknown>>

export interface Readiness {
  /** degraded: an optional dependency is unavailable. */
  status: 'ok' | 'degraded' | 'unavailable'
  checks: Record<string, 'ok' | 'unavailable'>
}

/**
 * Checks all dependencies concurrently; no answer within `timeoutMs` counts as unavailable. Without
 * one of its `needs`, a process is unavailable; without one of its `uses`, it is degraded.
 */
export async function checkReadiness(
  needs: Checks,
  uses: Checks = {},
  timeoutMs = 1_000,
): Promise<Readiness> {
  const asked = Object.entries({ ...needs, ...uses }).map(async ([name, check]) => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('late')), timeoutMs)
    const answer = await Promise.race([check(), late]).then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    )
    clearTimeout(timer)
    return [name, answer] as const
  })
  const answers = await Promise.all(asked)
  const failing = answers.filter(([, answer]) => answer !== 'ok').map(([name]) => name)
  const degraded = failing.length > 0 ? 'degraded' : 'ok'
  const status = failing.some((name) => name in needs) ? 'unavailable' : degraded
  return { status, checks: Object.fromEntries(answers) }
}

/** The HTTP status of a readiness. */
export const readinessCode = ({ status }: Readiness): 200 | 503 =>
  status === 'unavailable' ? 503 : 200

/** Additional internal endpoints of a process by path; each returns an HTTP status. */
export type AdminRoutes = Record<string, (query: URLSearchParams) => Promise<number>>

/**
 * Serves `/healthz` (200 while the process runs), `/readyz` (200 or 503, with each dependency),
 * `/metrics` (Prometheus) and `routes` on a separate port. Opened last and so closed first: a
 * process that is stopping is not ready.
 */
export async function openAdmin(
  env: { ADMIN_HOST: string; ADMIN_PORT: number; BUILD_VERSION: string; BUILD_ID: string },
  needs: Checks,
  lifecycle: Lifecycle,
  log: Logger,
  uses: Checks = {},
  routes: AdminRoutes = {},
): Promise<Server> {
  build.set({ version: env.BUILD_VERSION, commit: env.BUILD_ID }, 1)
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      if (request.url === '/healthz') return answer(200, { status: 'ok' })
      if (request.url === '/readyz') {
        const readiness = await checkReadiness(needs, uses)
        const shown = [...facts].map(([name, read]) => [name, read()])
        return answer(readinessCode(readiness), { ...readiness, ...Object.fromEntries(shown) })
      }
      if (request.url === '/metrics') {
        const text = `${await nodeMetrics.metrics()}\n${await metrics.metrics()}`
        return response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
      }
      const [path = '', query] = request.url?.split('?', 2) ?? []
      const route = Object.hasOwn(routes, path) ? routes[path] : undefined
      if (!route) return answer(404, { status: 'not found' })
      return response.writeHead(await route(new URLSearchParams(query))).end()
    } catch (error) {
      log.error({ err: error }, 'admin request failed')
      return answer(500, { status: 'failed' })
    }
  })
  await listen(server, { HTTP_HOST: env.ADMIN_HOST, HTTP_PORT: env.ADMIN_PORT })
  return lifecycle.own('admin', server, (it) => {
    it.closeAllConnections()
    it.close()
  })
}
