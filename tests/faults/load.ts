import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { until } from './until.ts'

const CONNECTIONS = 64
const WARM = 50
/** Upper limit for the duration of a fault. */
const LONGEST_MS = 1_800_000
const TICK_MS = 5
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET']
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

/** The results that clients saw. */
export interface Seen {
  requests: number
  /** Tokens of the redirected visits, whose response headers were received completely. */
  answered: Set<string>
  /** All other results, by status or error. */
  others: Record<string, number>
  /** The longest time without a redirected visit. */
  longestGapMs: number
}

interface LoadOptions {
  perSecond?: number
  /** Appended to the query of each visit. */
  query?: string
  atLeast?: number
  /**
   * Retry if a keep-alive connection was closed without a response, as browsers do (RFC 9112
   * §9.3.1).
   */
  again?: boolean
}

/**
 * Visits a short link `perSecond` times over keep-alive connections, each with a unique token in
 * the query, until `work` is done and at least `atLeast` visits were redirected. Visits that cannot
 * be sent because all connections are busy are dropped.
 */
export async function visitDuring(
  url: string,
  slug: string,
  { perSecond = 400, query = '', atLeast = 200, again = false }: LoadOptions,
  work: (seen: Seen) => Promise<unknown>,
): Promise<Seen> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1, headersTimeout: 15_000 })
  const seen: Seen = { requests: 0, answered: new Set(), others: {}, longestGapMs: 0 }
  const flying = new Set<Promise<void>>()
  let lastMs = performance.now()

  const ask = (path: string) =>
    pool.request({
      method: 'GET',
      path,
      headers: { host: 'localhost', 'user-agent': BROWSER },
    })

  async function visit(): Promise<void> {
    const token = crypto.randomUUID()
    const path = `/${slug}?t=${token}${query}`
    const end = await ask(path)
      .catch((error: { code?: string }) => {
        if (again && CLOSED.includes(error.code ?? '')) return ask(path)
        throw error
      })
      .then(async ({ statusCode, body }) => {
        if (statusCode === 302) note(token)
        await body.dump().catch(() => {})
        return String(statusCode)
      })
      .catch((error: { code?: string }) => error.code ?? String(error))
    if (!seen.answered.has(token)) seen.others[end] = (seen.others[end] ?? 0) + 1
  }

  function note(token: string): void {
    seen.answered.add(token)
    const nowMs = performance.now()
    seen.longestGapMs = Math.max(seen.longestGapMs, nowMs - lastMs)
    lastMs = nowMs
  }

  let [working, failed] = [true, undefined as unknown]
  // The fault starts in the middle of the load, not before it.
  const worked = answers(seen, WARM)
    .then(() => work(seen))
    .then(() => until(() => seen.answered.size >= atLeast, `${atLeast} visits that are sent on`))
    .catch((error: unknown) => {
      failed = error
    })
    .finally(() => {
      working = false
    })
  let [dueMs, warm] = [performance.now(), false]
  while (working) {
    for (; dueMs < performance.now(); dueMs += 1_000 / perSecond) {
      if (flying.size >= CONNECTIONS * 2) continue
      seen.requests++
      const flight = visit().finally(() => flying.delete(flight))
      flying.add(flight)
    }
    // The first visits hit cold caches; the gap is measured from then on.
    if (!warm && seen.answered.size > 0) [warm, seen.longestGapMs] = [true, 0]
    await pause(TICK_MS)
  }
  await Promise.all(flying)
  await worked
  await pool.close()
  if (failed) throw failed
  return seen
}

/** Waits for this many more redirected visits. */
export async function answers({ answered }: Seen, count: number): Promise<void> {
  const enough = answered.size + count
  await until(() => answered.size >= enough, `${count} visits that are sent on`)
}

/** Waits for this many more visits with any result. */
export async function requests(seen: Seen, count: number): Promise<void> {
  const enough = seen.requests + count
  await until(() => seen.requests >= enough, `${count} visits`, LONGEST_MS)
}
