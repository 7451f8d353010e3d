import type { Lifecycle } from './lifecycle.ts'

/** Where a span stands: W3C Trace Context's `traceparent`. */
export type Traceparent = string

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** What it is a part of; else the span that runs, if any. What is no traceparent begins a trace. */
  parent?: Traceparent | undefined
  /** What else led to it. */
  links?: readonly Traceparent[]
  /** For work that is over: when it began, ms since 1970. */
  startedAtMs?: number
  attributes?: Record<string, string | number>
}

export interface Span {
  traceparent: Traceparent
  /** Spans that begin in `work`, and in what it awaits, are parts of this one. */
  run<T>(work: () => T): T
  end(error?: unknown, attributes?: Record<string, string | number>): void
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span
  /** The span that runs. */
  current(): Traceparent | undefined
}

let tracer: Tracer | undefined

/** Undefined while no traces are made, which costs nothing and loads nothing. */
export const tracing = (): Tracer | undefined => tracer

/** Makes traces of this process when there is somebody to send them to. To be called before all else is opened. */
export async function openTracing(
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: string; OTEL_TRACES_SAMPLER_ARG: number },
  service: string,
  lifecycle: Lifecycle,
): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { openTracer } = await import('./tracer.ts')
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const opened = openTracer(endpoint, env.OTEL_TRACES_SAMPLER_ARG, service)
  tracer = lifecycle.own('traces', opened, async (it) => {
    tracer = undefined
    await it.close()
  })
}

/**
 * A span of a question to another, or to a store; undefined when no traces are made. It never begins a
 * trace: what a process asks all by itself, every second, is nobody's request.
 */
export const startQuestion = (name: string, options: SpanOptions = {}): Span | undefined =>
  tracer?.current() === undefined ? undefined : tracer.start(name, { kind: 'client', ...options })

/** `work` as a span, which ends with it; of kind client only as a part of another. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const isQuestion = options.kind === 'client'
  const span = isQuestion ? startQuestion(name, options) : tracer?.start(name, options)
  if (!span) return work()
  return span.run(work).then(
    (value) => {
      span.end()
      return value
    },
    (error: unknown) => {
      span.end(error)
      throw error
    },
  )
}
