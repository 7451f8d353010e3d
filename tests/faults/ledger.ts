import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'
import { CLICK_QUEUES, TOUCHED_LINKS } from '@fingerpost/protos/redis-keys'
import type { Seen } from './load.ts'
import { call, type Link, rows, type StackAccess } from './requests.ts'
import type { TestStack } from './test-stack.ts'
import { until } from './until.ts'

export interface Balance {
  requests: number
  answered: number
  /** Tokens of answered visits that are missing in the table. */
  lost: string[]
  /** Tokens that are in the table more than once. */
  double: string[]
  /** In the table although the client received no response: allowed. */
  unseen: number
  /** Rows in the table. */
  stored: number
  /** The number of clicks according to five API endpoints. */
  counted: Record<string, number>
  others: Record<string, number>
  longestGapMs: number
}

/** After a long outage there is a backlog; its duration is not under test. */
const SETTLED_MS = 600_000

/** Clicks and totals that are still in flight, in the order in which a click passes through. */
export async function pending({ folder, redis }: StackAccess): Promise<Record<string, number>> {
  const files = readdirSync(join(folder, 'spool'), { withFileTypes: true, recursive: true })
  const spooled = files.filter(
    (it) => it.isFile() && basename(it.parentPath) !== RESERVE_FOLDER,
  ).length
  const queued = { waiting: 0, active: 0, delayed: 0 }
  for (const name of CLICK_QUEUES) {
    const queue = `{${name}}:${name}`
    const counts = await redis
      .multi()
      .llen(`${queue}:wait`)
      .llen(`${queue}:active`)
      .zcard(`${queue}:delayed`)
      .exec()
    const [waiting = 1, active = 1, delayed = 1] = (counts ?? []).map(([, it]) => Number(it))
    queued.waiting += waiting
    queued.active += active
    queued.delayed += delayed
  }
  return { spooled, ...queued, touched: await redis.zcard(TOUCHED_LINKS) }
}

/** Waits until every process is ready and no click is in flight. */
export async function settle(testStack: TestStack): Promise<void> {
  await testStack.untilReady()
  await untilEmpty(testStack)
}

/** Waits until no click is in flight. */
export async function untilEmpty(testStack: StackAccess): Promise<void> {
  let left: Record<string, number> = {}
  const isSettled = async () => {
    left = await pending(testStack).catch(() => ({ redis: 1 }))
    return Object.values(left).every((count) => count === 0)
  }
  await until(isSettled, 'an empty queue', SETTLED_MS).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(left)}`)
  })
}

/** Compares what clients saw with what is stored and what the API returns. */
export async function balance(testStack: StackAccess, link: Link, seen: Seen): Promise<Balance> {
  const found = await rows<{ token: string; times: number }>(
    testStack,
    `SELECT JSONExtractString(query, 't') AS token, count() AS times FROM clicks_raw_v1
     WHERE link_id = ${link.id} GROUP BY token`,
  )
  const times = new Map(found.map((it) => [it.token, it.times]))
  return {
    requests: seen.requests,
    answered: seen.answered.size,
    lost: [...seen.answered].filter((token) => !times.has(token)),
    double: found.filter((it) => it.times > 1).map(({ token }) => token),
    unseen: found.filter(({ token }) => !seen.answered.has(token)).length,
    stored: found.reduce((sum, it) => sum + it.times, 0),
    counted: await counted(testStack, link),
    others: seen.others,
    longestGapMs: Math.round(seen.longestGapMs),
  }
}

async function counted(testStack: StackAccess, { id }: Link): Promise<Record<string, number>> {
  /** A gateway reconnects to a restarted process on its next attempt. */
  async function read<T>(path: string): Promise<T> {
    let answer = await call<T>(testStack, 'GET', path)
    const isCounted = async () => {
      if (answer.status === 503) answer = await call<T>(testStack, 'GET', path)
      return answer.status === 200
    }
    await until(isCounted, `${path} is ${answer.status}`, 30_000)
    return answer.body
  }
  type Items = { items: { clicks: number }[] }
  const sum = (items: { clicks: number }[]) => items.reduce((all, it) => all + it.clicks, 0)
  return {
    link: (await read<{ clicks: number }>(`/link/${id}`)).clicks,
    clicks: sum(await read<{ clicks: number }[]>(`/analytics/clicks?link_id=${id}&period=all`)),
    stream: (await read<{ total: number }>(`/analytics/stream?link_id=${id}&period=all`)).total,
    originals: sum((await read<Items>(`/analytics/originals?link_id=${id}&period=all`)).items),
    browsers: sum((await read<Items>(`/analytics/browsers?link_id=${id}&period=all`)).items),
  }
}

/** Clicks rejected by the worker since the stack was started. */
export async function countRefused(testStack: StackAccess): Promise<number> {
  const sql = 'SELECT count() AS count FROM clicks_rejected_v1'
  return (await rows<{ count: number }>(testStack, sql))[0]?.count ?? 0
}

/** Whether nothing is lost, nothing is counted twice, and all endpoints agree. */
export const isWhole = ({ lost, double, stored, counted }: Balance): boolean =>
  lost.length === 0 && double.length === 0 && Object.values(counted).every((it) => it === stored)
