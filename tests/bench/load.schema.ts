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

/** What is asked for: the same each time, or with `#` standing for one of `of` numbers at random. */
export interface Asks {
  path: string
  body?: string
  of?: number
  /** The lowest of the numbers. */
  from?: number
  /** So many requests, one for something that is not there, another each time. */
  strangeEvery?: number
}
