import type { RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import { request as requestHttp, requestOverTls } from './node-http.ts'

/**
 * A request over a connection of its own, for programs that send few. Redirects are not followed. Throws
 * if there is no answer.
 */
export function request(
  url: URL,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<{ ok: boolean; status: number; body: string }> {
  const send = url.protocol === 'https:' ? requestOverTls : requestHttp
  return new Promise((resolve, reject) => {
    const sent = send(url, { agent: false, ...options }, (answer) => {
      const status = answer.statusCode ?? 0
      const ok = status >= 200 && status < 300
      text(answer).then((it) => resolve({ ok, status, body: it }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
