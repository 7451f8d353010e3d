export interface Load {
  /** http://host:port */
  origin: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  method?: string
  asks: Asks
  /** Milliseconds that a connection waits before each request. */
  pauseMs?: number
  cores?: string
}

/** Requests to send: the same each time, or with `#` replaced by one of `of` numbers at random. */
export interface Asks {
  path: string
  body?: string
  of?: number
  /** The lowest of the numbers. */
  from?: number
  /** One in this many requests is for a path that does not exist, a different one each time. */
  strangeEvery?: number
}
