import type { RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { request as requestHttp } from './node-http.ts'

const TIMEOUT_MS = 30_000

/**
 * A request over a connection of its own, for programs that send few. Redirects are not followed. Throws
 * without a whole answer in time, 30 seconds unless there is another signal.
 */
export function request(
  url: URL,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<{ ok: boolean; status: number; body: string }> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const settings = { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), ...options }
  return new Promise((resolve, reject) => {
    const sent = send(url, settings, (answer) => {
      const status = answer.statusCode ?? 0
      const ok = status >= 200 && status < 300
      text(answer).then((it) => resolve({ ok, status, body: it }), reject)
    })
    sent.on('error', reject)
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('The answer is an upgrade to another protocol.'))
    })
    sent.end(body)
  })
}
