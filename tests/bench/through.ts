import { freePort } from '../../deploy/local/src/ports.ts'
import { cutoffCache } from '../../services/analytics/src/cutoffs/cutoff.cache.ts'
import { exportRepository } from '../../services/analytics/src/reports/export.repository.ts'
import {
  createScopeOf,
  reportHandlers,
} from '../../services/analytics/src/reports/report.handlers.ts'
import { reportRepository } from '../../services/analytics/src/reports/report.repository.ts'
import { scanRepository } from '../../services/analytics/src/reports/scan.repository.ts'
import { teamSizes } from '../../services/analytics/src/reports/team-size.cache.ts'
import type { ClickHouse } from '../../services/analytics/src/store/clickhouse.client.ts'
import { environmentOf, startProgram } from './process.ts'
import type { BenchQuery } from './queries.ts'
import type { TestStack } from './test-stack.ts'

const PERIODS = ['2026-10-20,2026-11-18', '2025-11-20,2026-11-18']

/** A second gateway and analytics service, on another database of clicks. */
export async function startThrough(testStack: TestStack, database: string) {
  const [grpcPort, httpPort] = [await freePort(), await freePort()]
  const start = async (name: string, entry: string, port: number, env: Record<string, string>) => {
    const known = environmentOf(testStack.facts.pids[name] ?? 0)
    return startProgram(entry, { ...known, ADMIN_PORT: `${await freePort()}`, ...env }, port)
  }
  const analytics = await start('analytics', 'services/analytics/src/main.ts', grpcPort, {
    GRPC_PORT: `${grpcPort}`,
    CLICKHOUSE_DATABASE: database,
  })
  const gateway = await start('gateway', 'gateway/src/main.ts', httpPort, {
    HTTP_PORT: `${httpPort}`,
    ANALYTICS_ADDRESS: `127.0.0.1:${grpcPort}`,
  })
  return {
    /** The response of a path below /api/analytics. Throws unless it is 200. */
    async get(path: string, key = testStack.facts.api_key): Promise<unknown> {
      const answer = await fetch(`http://127.0.0.1:${httpPort}/api/analytics/${path}`, {
        headers: { 'x-api-key': key },
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    },
    /** Lines per second of an NDJSON export of all clicks. */
    async exportRate(): Promise<number> {
      const began = performance.now()
      const answer = await fetch(
        `http://127.0.0.1:${httpPort}/api/analytics/export?format=ndjson&period=all&include_bots=true`,
        { headers: { 'x-api-key': testStack.facts.api_key, 'accept-encoding': 'identity' } },
      )
      if (!answer.ok || !answer.body) throw new Error(`export: ${await answer.text()}`)
      let lines = 0
      for await (const chunk of answer.body) {
        const bytes = Buffer.from(chunk)
        for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++
      }
      return lines / ((performance.now() - began) / 1_000)
    },
    async stop(): Promise<void> {
      await gateway.stop()
      await analytics.stop()
    },
  }
}

/** The queries of a gateway request, and the same queries run on the store directly. */
export function throughQueries(
  clickhouse: ClickHouse,
  get: (path: string) => Promise<unknown>,
): BenchQuery[] {
  const sizes = teamSizes(clickhouse, Date.now)
  const handlers = reportHandlers(
    reportRepository(clickhouse),
    scanRepository(clickhouse),
    exportRepository(clickhouse),
    createScopeOf(sizes, cutoffCache(clickhouse), Date.now),
  )
  const context = { caller: () => ({ orgId: 1, userId: 1, scopes: [] }) } as never
  const page = { page: 0, limit: 25 }
  return PERIODS.flatMap((period) => {
    const filter = { include_bots: false, period }
    const query = `?period=${period}`
    return [
      {
        name: `clicks of ${period}`,
        ours: () => get(`clicks${query}`),
        plain: async () => handlers.countClicks({ filter }, context),
      },
      {
        name: `originals of ${period}`,
        ours: () => get(`originals${query}`),
        plain: async () => handlers.listOriginals({ filter, page }, context),
      },
      {
        name: `stream of ${period}`,
        ours: () => get(`stream${query}`),
        plain: async () => handlers.listClicks({ filter, page }, context),
      },
    ]
  })
}
