import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openTracing, startCall, traced, tracing } from './trace.ts'

const FOREIGN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Runs `work` with tracing on; returns the exported spans. */
async function spansOf(share: number, work: () => Promise<unknown>) {
  const sent: { name: string; traceId: string; parentSpanId?: string; spanId: string }[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request))
    sent.push(...resourceSpans[0].scopeSpans[0].spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }
  const close = await openTracing(env, 'test')
  await work()
  await close()
  server.close()
  return sent
}

it('without an endpoint, tracing is off', async () => {
  await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: 1 }, 'test')

  expect(tracing()).toBeUndefined()
  expect(await traced('work', {}, async () => 7)).toBe(7)
})

it('awaited work belongs to its span, and errors are thrown', async () => {
  const spans = await spansOf(1, async () => {
    const failing = traced('outer', {}, async () => {
      await new Promise(setImmediate)
      startCall('asked')?.end()
      await traced('inner', {}, () => Promise.reject(new Error('no')))
    })
    await expect(failing).rejects.toThrow('no')
  })

  const outer = spans.find(({ name }) => name === 'outer')
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === outer?.spanId)
  expect(parts.map(({ name }) => name).sort()).toEqual(['asked', 'inner'])
})

it('a valid traceparent is continued, an invalid one is not', async () => {
  const spans = await spansOf(1, async () => {
    await traced('continued', { parent: FOREIGN }, async () => {})
    await traced('begun', { parent: 'garbage' }, async () => {})
  })

  const of = (wanted: string) => spans.find(({ name }) => name === wanted)
  expect(of('continued')).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(of('begun')?.parentSpanId ?? '').toBe('')
})

it('a client span outside any span starts no trace', async () => {
  const spans = await spansOf(1, async () => {
    expect(startCall('alone')).toBeUndefined()
    await traced('also alone', { kind: 'client' }, async () => {})
  })

  expect(spans).toEqual([])
})

it('with a share of 0, only traces begun elsewhere are kept', async () => {
  const spans = await spansOf(0, async () => {
    await traced('ours', {}, async () => {})
    await traced('theirs', { parent: FOREIGN }, async () => {})
  })

  expect(spans.map(({ name }) => name)).toEqual(['theirs'])
})
