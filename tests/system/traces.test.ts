import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copy, canCopy, startCopy } from '../copies.ts'
import { CHROME, localStack, stack } from '../stack.ts'

interface Span {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
}

/** Receives spans by OTLP over HTTP. */
async function openReceiver() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request))
    for (const { resource, scopeSpans } of resourceSpans) {
      const named = resource.attributes.find(({ key }: { key: string }) => key === 'service.name')
      for (const { spans: its } of scopeSpans) {
        for (const { name, traceId, spanId, parentSpanId = '' } of its) {
          spans.push({ service: named.value.stringValue, name, traceId, spanId, parentSpanId })
        }
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

describe.runIf(canCopy())('traces', () => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  const copies: Copy[] = []
  let url = ''

  beforeAll(async () => {
    receiver = await openReceiver()
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
    const start = async (...[name, own]: Parameters<typeof startCopy>) => {
      const copy = await startCopy(name, { ...traced, ...own })
      copies.push(copy)
      return copy
    }
    // A separate queue, so that the stack's worker does not take their clicks.
    const queue = `${localStack()?.stores.redis_url}/9`
    const [link, redirect] = [
      await start('link', {}),
      await start('redirect', { REDIS_QUEUE_URL: queue }),
    ]
    await start('click-worker', { REDIS_QUEUE_URL: queue })
    const gateway = await start('gateway', {
      LINK_ADDRESS: `127.0.0.1:${link.port}`,
      REDIRECT_URL: redirect.url,
    })
    url = `http://localhost:${gateway.port}` // the name of a domain
  })
  afterAll(async () => {
    for (const copy of copies.reverse()) await copy.close()
    receiver?.close()
  })

  /** The spans from the first to the last name, each the child of the one before it. */
  function chain(names: readonly string[]): Span[] {
    const [last = '', ...before] = [...names].reverse()
    for (const end of receiver.spans.filter((span) => nameOf(span) === last)) {
      const found = [end]
      for (const name of before) {
        const parent = receiver.spans.find(({ spanId }) => spanId === found[0]?.parentSpanId)
        if (!parent || nameOf(parent) !== name) break
        found.unshift(parent)
      }
      if (found.length === names.length) return found
    }
    return []
  }
  const nameOf = ({ service, name }: Span) => `${service}: ${name}`

  async function expectChain(names: string[]): Promise<void> {
    await vi.waitFor(() => expect(chain(names).map(nameOf)).toEqual(names), { timeout: 20_000 })
    expect(new Set(chain(names).map(({ traceId }) => traceId)).size).toBe(1)
    expect(chain(names)[0]?.parentSpanId).toBe('')
  }

  it('follow a request from the gateway to SQL, and a visit through the queue to ClickHouse', async () => {
    const headers = { 'x-api-key': stack.apiKey, 'content-type': 'application/json' }
    const domains = await fetch(`${url}/api/domain`, { headers }).then((it) => it.json())
    const domain_id = domains.items.find(({ name }: { name: string }) => name === 'localhost').id
    const body = JSON.stringify({ url: 'https://example.com/traced', domain_id, title: 'Traced' })
    // Trace headers of clients are ignored.
    const stranger = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    const made = await fetch(`${url}/api/link`, {
      method: 'POST',
      headers: { ...headers, ...stranger },
      body,
    }).then((it) => it.json())
    const visited = await fetch(`${url}/${made.slug}`, {
      headers: { 'user-agent': CHROME, ...stranger },
      redirect: 'manual',
    })
    expect(visited.status).toBe(302)

    await expectChain([
      'gateway: POST /api/link',
      'gateway: link.v1.Links/CreateLinks',
      'link: link.v1.Links/CreateLinks',
      'link: links-insert',
    ])
    await expectChain([
      'gateway: GET /*',
      'redirect: visit',
      'redirect: clicks publish',
      'click-worker: clicks write',
      'click-worker: clickhouse insert',
    ])
  })
})
