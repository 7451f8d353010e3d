import type { Span, SpanOptions, Tracer } from './span.ts'

let tracer: Tracer | undefined

/** Undefined if tracing is off; the tracing libraries are not loaded then. */
export const tracing = (): Tracer | undefined => tracer

/**
 * Starts tracing if an OTLP endpoint is configured, and returns how to end it. Call it before opening
 * anything else.
 */
export async function openTracing(
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: string; OTEL_TRACES_SAMPLER_ARG: number },
  service: string,
): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {}
  const { openTracer } = await import('./tracer.ts')
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const opened = openTracer(endpoint, env.OTEL_TRACES_SAMPLER_ARG, service)
  tracer = opened
  return async () => {
    tracer = undefined
    await opened.close()
  }
}

/**
 * A client span of a call to a service or store; undefined if tracing is off or there is no current
 * span. It never starts a trace, so periodic calls of a process create none.
 */
export const startCall = (name: string, options: SpanOptions = {}): Span | undefined =>
  tracer?.current() === undefined ? undefined : tracer.start(name, { kind: 'client', ...options })

/** Runs `work` in a span. A span of kind client is only created inside another span. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const isCall = options.kind === 'client'
  const span = isCall ? startCall(name, options) : tracer?.start(name, options)
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
