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
