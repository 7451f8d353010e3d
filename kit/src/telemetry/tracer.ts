import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracer } from './span.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Sends spans to `<endpoint>/v1/traces` by OTLP over HTTP, in batches in the background. Samples
 * `share` of the new traces; a continued trace keeps the decision of its parent.
 */
export function openTracer(
  endpoint: string,
  share: number,
  service: string,
): Tracer & { close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'fingerpost',
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('fingerpost')
  const running = new AsyncLocalStorage<Context>()

  function start(name: string, options: SpanOptions): Span {
    const { kind = 'internal', parent, links = [], startedAtMs, attributes = {} } = options
    const around = contextOf(parent) ?? running.getStore() ?? ROOT_CONTEXT
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes,
        links: links.flatMap((link) => {
          const context = readTraceparent(link)
          return context ? [{ context }] : []
        }),
        ...(startedAtMs !== undefined && { startTime: startedAtMs }),
      },
      around,
    )
    return {
      traceparent: writeTraceparent(span.spanContext()),
      run: (work) => running.run(trace.setSpan(around, span), work),
      end(error, late) {
        if (late) span.setAttributes(late)
        if (error !== undefined) {
          const message = error instanceof Error ? error.message : String(error)
          span.setStatus({ code: SpanStatusCode.ERROR, message })
        }
        span.end()
      },
    }
  }

  return {
    start,
    current() {
      const span = trace.getSpan(running.getStore() ?? ROOT_CONTEXT)
      return span && writeTraceparent(span.spanContext())
    },
    close: () => provider.shutdown(),
  }
}

function contextOf(parent: string | undefined): Context | undefined {
  const context = parent === undefined ? undefined : readTraceparent(parent)
  return context && trace.setSpanContext(ROOT_CONTEXT, context)
}

function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
