/** Context of a span: the `traceparent` of W3C Trace Context. */
export type Traceparent = string

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /**
   * Parent of the span; by default the current span, if any. An invalid traceparent begins a new
   * trace.
   */
  parent?: Traceparent | undefined
  /** Links to other spans that caused it. */
  links?: readonly Traceparent[]
  /** For work that is already finished: its start, ms since 1970. */
  startedAtMs?: number
  attributes?: Record<string, string | number>
}

export interface Span {
  traceparent: Traceparent
  /** Spans that begin in `work`, and in what it awaits, are children of this one. */
  run<T>(work: () => T): T
  end(error?: unknown, attributes?: Record<string, string | number>): void
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span
  /** The current span. */
  current(): Traceparent | undefined
}
