/** Who gives out the clicks of a limited link. `granted + taken` never exceeds the limit. */
export interface LimitState {
  /** The counter in Redis that was granted last. */
  counter_id: string | null
  /** What that counter may give out in all. */
  granted: number
  /** What it has given out, as far as it told. */
  used: number
  /** What was given out beside it, or granted to counters that are lost. */
  taken: number
}

/** The state a limit begins with: a link that was visited before it had one has used that much of it. */
export const startOf = ({ clicks, ...state }: LimitState & { clicks: number }): LimitState =>
  state.counter_id === null && state.taken === 0 ? { ...state, taken: clicks } : state

/**
 * A grant is a quarter of what is left: few questions while there is much, and little lost with a
 * counter that is lost.
 */
const SHARE = 4
const GRANT_MAX = 1_000

/** Answers a counter's question for more. The same question again gives the same answer. */
export function grant(state: LimitState, limit: number, counterId: string, used: number) {
  const known = state.counter_id === counterId
  const next: LimitState = known
    ? { ...state, used: Math.max(state.used, Math.min(used, state.granted)) }
    : { counter_id: counterId, granted: 0, used: 0, taken: state.taken + state.granted }
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
export function takeOne(state: LimitState, limit: number) {
  const taken = state.taken + state.granted < limit
  return {
    state: taken ? { ...state, taken: state.taken + 1 } : state,
    answer: { taken, pending: !taken && state.used < state.granted },
  }
}
