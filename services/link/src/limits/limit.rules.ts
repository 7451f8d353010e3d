/**
 * How the clicks of a limited link are distributed. No grant makes `granted + taken` exceed the
 * limit.
 */
export interface LimitState {
  /** The counter in Redis that received the last grant. */
  counter_id: string | null
  /** The total number of clicks that this counter may use. */
  granted: number
  /** The number that it has used, as far as it has reported. */
  used: number
  /** Clicks taken without this counter, or granted to counters that were lost. */
  taken: number
  /** The limit change after which the clicks were last recounted. */
  limit_version: number
}

/** A counter's request for another grant. */
export interface GrantRequest {
  counter_id: string
  used: number
  limit_version?: number | undefined
}

/**
 * Updates the state from the link's click total: clicks beyond what the counter used were taken
 * without it, also while the link had no limit.
 */
const learn = (state: LimitState, clicks: number, used = state.granted): LimitState => ({
  ...state,
  taken: Math.max(state.taken, clicks - used),
})

/**
 * A grant is a quarter of the remaining clicks: few requests while many are left, and few clicks
 * lost with a lost counter.
 */
const SHARE = 4
const GRANT_MAX = 1_000

/**
 * Answers a counter's request for another grant. Idempotent: a repeated request gets the same
 * answer.
 */
export function grant(
  { counter_id, used, limit_version = 0 }: GrantRequest,
  state: LimitState,
  limit: number,
  clicks: number,
) {
  const known = state.counter_id === counter_id
  const reported: LimitState = known
    ? { ...state, used: Math.max(state.used, Math.min(used, state.granted)) }
    : { ...state, counter_id, granted: 0, used: 0, taken: state.taken + state.granted }
  // The counter's number is exact, but the click total may have grown by the time a request is
  // repeated.
  const changed = limit_version > state.limit_version
  const next = learn(reported, clicks, changed ? reported.used : reported.granted)
  if (changed) next.limit_version = limit_version
  if (used >= next.granted) {
    const left = Math.max(limit - next.taken - next.granted, 0)
    next.granted += Math.min(Math.ceil(left / SHARE), GRANT_MAX)
  }
  return { state: next, answer: { granted: next.granted, elsewhere: next.taken } }
}

/**
 * Takes one click outside any grant. `started` is the change with which the link last got a limit.
 * `pending`: none is available, but a counter that cannot be reached right now may still have some, or must
 * say first how many of the clicks were its own.
 */
export function takeOne(known: LimitState, limit: number, clicks: number, started = 0) {
  if (started > known.limit_version && known.used < known.granted) {
    return { state: known, answer: { taken: false, pending: clicks < limit } }
  }
  const state = learn(known, clicks)
  const taken = state.taken + state.granted < limit
  const used = Math.max(state.used, Math.min(clicks - state.taken, state.granted))
  const pending = !taken && used < state.granted && state.taken + used < limit
  return {
    state: taken ? { ...state, taken: state.taken + 1 } : state,
    answer: { taken, pending },
  }
}

/** What `takeOne` would answer; takes none. */
export const peekOne: typeof takeOne = (known, ...rest) => ({
  state: known,
  answer: takeOne(known, ...rest).answer,
})
