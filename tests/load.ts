import { Pool } from 'undici'
import { CHROME } from './stack.ts'

/** One visit from the perspective of its client. */
export interface Visit {
  token: string
  /** 0 without a complete response. */
  status: number
  error?: string
}

export interface LoadOptions {
  count: number
  connections?: number
  headers?: Record<string, string>
  /** Called before each visit with the number of visits answered so far. */
  before?: (answered: number) => void
}

/**
 * Visits a short link `count` times over keep-alive connections, each with a unique token in the
 * query. A visit counts as answered only if its response headers were received completely.
 */
export async function visitMany(shortUrl: string, options: LoadOptions): Promise<Visit[]> {
  const { count, connections = 50, headers = {}, before } = options
  const url = new URL(shortUrl)
  const pool = new Pool(url.origin, { connections, pipelining: 1 })
  const visits: Visit[] = []
  let sent = 0
  const work = async () => {
    while (sent < count) {
      sent++
      before?.(visits.length)
      const token = crypto.randomUUID()
      try {
        const answer = await pool.request({
          method: 'GET',
          path: `${url.pathname}?t=${token}`,
          headers: { 'user-agent': CHROME, ...headers },
        })
        await answer.body.dump()
        visits.push({ token, status: answer.statusCode })
      } catch (error) {
        visits.push({ token, status: 0, error: String((error as { code?: string }).code ?? error) })
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  await pool.close()
  return visits
}

/** The tokens of redirected visits. */
export const served = (visits: readonly Visit[]) =>
  visits.filter(({ status }) => status === 302).map(({ token }) => token)
