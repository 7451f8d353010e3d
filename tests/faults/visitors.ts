import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Client } from 'undici'
import type { Seen } from './load.ts'
import { until } from './until.ts'

const SENT = 'undici:client:sendHeaders'
const AT_ONCE = 200

export interface VisitorAnswer {
  status: number
  retryAfter: string | undefined
}

/** Visitors of one link, each with an open connection. */
export async function openVisitors(url: string, slug: string, size: number) {
  const options = { keepAliveTimeout: 600_000, headersTimeout: 60_000 }
  const clients = Array.from({ length: size }, () => new Client(url, options))
  const seen: Seen = { requests: 0, answered: new Set(), others: {}, longestGapMs: 0 }

  async function visit(client: Client): Promise<VisitorAnswer> {
    const token = crypto.randomUUID()
    seen.requests++
    const { statusCode, headers, body } = await client.request({
      method: 'GET',
      path: `/${slug}?t=${token}`,
      headers: { host: 'localhost', 'user-agent': 'curl/8.0' },
    })
    await body.dump()
    if (statusCode === 302) seen.answered.add(token)
    return { status: statusCode, retryAfter: headers['retry-after']?.toString() }
  }

  // At most as many as the accept queue of a listening socket holds.
  for (let i = 0; i < size; i += AT_ONCE) {
    await Promise.all(clients.slice(i, i + AT_ONCE).map(visit))
  }

  return {
    seen,
    /**
     * Sends all visits at once and calls `sent` when all are on their way. Answers in order of
     * arrival.
     */
    async visitTogether(sent: () => void): Promise<VisitorAnswer[]> {
      let count = 0
      const note = () => {
        count++
      }
      subscribe(SENT, note)
      const answers: VisitorAnswer[] = []
      const visits = Promise.all(clients.map(async (it) => answers.push(await visit(it))))
      visits.catch(() => {}) // thrown by the await below
      await until(() => count >= size, 'a visitors at the door')
      unsubscribe(SENT, note)
      sent()
      await visits
      return answers
    },
    close: () => Promise.all(clients.map((client) => client.close())),
  }
}
