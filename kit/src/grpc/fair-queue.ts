import type { FairShare } from '../async/fair-share.ts'
import { unavailable } from '../http/problem.ts'
import type { CallContext } from './context.ts'

// biome-ignore lint/suspicious/noExplicitAny: stands for "some message"; the type of `handlers` is kept.
type SomeHandlers = Record<string, (request: any, context: CallContext) => Promise<any>>

/** Limits of the share of its time that a call must have left when its turn comes; see `neededMs`. */
const LEFT = { min: 0.25, max: 0.5 }
/** Weight of the latest call in the moving average of durations. */
const WEIGHT = 0.1

/**
 * Handlers of one or more services whose calls take turns by team: each call holds a slot of its team, and the calls
 * of one request, the parts of a report, share a turn. Load shedding: a call that has waited for so long that
 * its client might give up before the answer is not run, because the work would be lost. The handlers throw
 * unauthenticated for a call without a team.
 */
export function fairQueue(share: FairShare): <H extends SomeHandlers>(handlers: H) => H {
  let averageMs = 0

  /** Failed calls do not count: while the store is unavailable, they are much shorter than answers. */
  async function timed<T>(call: () => Promise<T>): Promise<T> {
    const beganMs = performance.now()
    const answer = await call()
    averageMs += WEIGHT * (performance.now() - beganMs - averageMs)
    return answer
  }

  const wrap =
    (handler: SomeHandlers[string]): SomeHandlers[string] =>
    async (request, context) => {
      const [leftMs, askedMs] = [context.leftMs(), performance.now()]
      const work = async () => {
        if (context.isCancelled()) throw unavailable('The call was canceled.')
        const neededMs = Math.min(Math.max(LEFT.min * leftMs, 2 * averageMs), LEFT.max * leftMs)
        if (askedMs + leftMs - performance.now() < neededMs)
          throw unavailable('The server is busy. Try again.')
        return timed(() => handler(request, context))
      }
      return share.run(context.caller().orgId, work, context.requestId)
    }
  return <H extends SomeHandlers>(handlers: H): H => {
    const wrapped = Object.entries(handlers).map(([name, handler]) => [name, wrap(handler)])
    return Object.fromEntries(wrapped) as H
  }
}
