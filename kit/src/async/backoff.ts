/** Exponential backoff before try number `tries + 1`: half a second, doubling up to a minute. */
export const backoffMs = (tries: number) => Math.min(500 * 2 ** Math.min(tries - 1, 20), 60_000)
