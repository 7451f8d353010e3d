import type { Lifecycle } from './lifecycle.ts'
import type { Span, SpanOptions, Tracer } from './span.ts'

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
