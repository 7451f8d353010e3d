export interface Load {
  /** http://host:port */
  origin: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  method?: string
  asks: Asks
  /** Pause of a connection before each request, in milliseconds. */
  pauseMs?: number
  cores?: string
}

/** Requests to send: constant, or with `#` replaced by one of `of` random numbers. */
export interface Asks {
  path: string
  body?: string
  of?: number
  /** The lowest of the numbers. */
  from?: number
  /** One in this many requests is for a path that does not exist, a different one each time. */
  strangeEvery?: number
}
