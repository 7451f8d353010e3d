/** Who gives out the clicks of a limited link. No grant makes `granted + taken` exceed the limit. */
export interface LimitState {
  /** The counter in Redis that was granted last. */
  counter_id: string | null
  /** What that counter may give out in all. */
  granted: number
  /** What it has given out, as far as it told. */
  used: number
  /** What was given out beside it, or granted to counters that are lost. */
  taken: number
  /** The limit change after which the clicks were last recounted. */
  limit_version: number
}

/** What a counter asks for more with. */
export interface Question {
  counter_id: string
  used: number
  limit_version?: number | undefined
}

/**
 * The state that the link's clicks prove: those beyond what the counter gave out were given out beside
 * it, also while the link had no limit; those beyond these were given out by the counter.
 */
function learn(state: LimitState, clicks: number, used = state.granted): LimitState {
  const taken = Math.max(state.taken, clicks - used)
  return {
    ...state,
    taken,
    used: Math.max(state.used, Math.min(clicks - taken, state.granted)),
  }
}

/**
 * A grant is a quarter of what is left: few questions while there is much, and little lost with a
 * counter that is lost.
 */
const SHARE = 4
const GRANT_MAX = 1_000

/** Answers a counter's question for more. The same question again gives the same answer. */
export function grant(
  { counter_id, used, limit_version = 0 }: Question,
  state: LimitState,
  limit: number,
  clicks: number,
) {
  const known = state.counter_id === counter_id
  const told: LimitState = known
    ? { ...state, used: Math.max(state.used, Math.min(used, state.granted)) }
    : { ...state, counter_id, granted: 0, used: 0, taken: state.taken + state.granted }
  // What the counter says now is exact, but clicks may have moved on when the question is repeated.
  const changed = limit_version > state.limit_version
  const next = learn(told, clicks, changed ? told.used : told.granted)
  if (changed) next.limit_version = limit_version
  if (used >= next.granted) {
    const left = Math.max(limit - next.taken - next.granted, 0)
    next.granted += Math.min(Math.ceil(left / SHARE), GRANT_MAX)
  }
  return { state: next, answer: { granted: next.granted, elsewhere: next.taken } }
}

/**
 * Takes one that no counter was granted. `pending`: none, but a counter that cannot be asked just
 * now may still have some.
 */
export function takeOne(known: LimitState, limit: number, clicks: number) {
  const state = learn(known, clicks)
  const taken = state.taken + state.granted < limit
  const pending = !taken && state.used < state.granted && state.taken + state.used < limit
  return {
    state: taken ? { ...state, taken: state.taken + 1 } : state,
    answer: { taken, pending },
  }
}
