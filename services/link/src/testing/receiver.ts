import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSite } from './site.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  /** Of the body. */
  type: string
  data: Record<string, unknown>
}

/** A receiver of webhooks on this machine: keeps what comes, answers what the test says. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = { status: 204, headers: {} as Record<string, string>, silent: false }
  const site = await startSite(async (request, response) => {
    const body = await text(request)
    const { type, data } = JSON.parse(body)
    received.push({ headers: request.headers, body, type, data })
    if (!receiver.silent) response.writeHead(receiver.status, receiver.headers).end()
  })
  return Object.assign(receiver, {
    url: `${site.url}/hook`,
    received,
    /** What came of one kind about one link. */
    of: (type: string, linkId: number) =>
      received.filter((it) => it.type === type && it.data.id === String(linkId)),
    requests: site.requests,
    close: site.close,
  })
}
