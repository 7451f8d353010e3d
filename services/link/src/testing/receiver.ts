import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSite } from './site.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  /** From the body. */
  type: string
  data: Record<string, unknown>
}

/** A local webhook receiver: records messages and answers as the test specifies. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = { status: 204, headers: {} as Record<string, string>, body: '', silent: false }
  const site = await startSite(async (request, response) => {
    const body = await text(request)
    const { type, data } = JSON.parse(body)
    received.push({ headers: request.headers, body, type, data })
    if (!receiver.silent) response.writeHead(receiver.status, receiver.headers).end(receiver.body)
  })
  return Object.assign(receiver, {
    url: `${site.url}/hook`,
    received,
    /** The messages of one type about one link. */
    of: (type: string, linkId: number) =>
      received.filter((it) => it.type === type && it.data.id === String(linkId)),
    requests: site.requests,
    close: site.close,
  })
}
