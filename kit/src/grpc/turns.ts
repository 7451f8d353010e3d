import { unavailable } from '../http/problem.ts'
import type { FairShare } from '../stores/fair-share.ts'
import type { CallContext } from './context.ts'

// biome-ignore lint/suspicious/noExplicitAny: stands for "some message"; the type of `handlers` is kept.
type SomeHandlers = Record<string, (request: any, context: CallContext) => Promise<any>>

/**
 * The same handlers, whose calls take turns by team: each call holds a slot of its team, and the calls
 * of one request, the parts of a report, share a turn. Load shedding:
 * a call that waited for half of its time is not run, because its client might give up before the answer,
 * and the work would be lost. They throw unauthenticated for a call without a team.
 */
export function inTurns<H extends SomeHandlers>(handlers: H, share: FairShare): H {
  const wrap =
    (handler: SomeHandlers[string]): SomeHandlers[string] =>
    async (request, context) => {
      const [mayWaitMs, askedMs] = [context.leftMs() / 2, performance.now()]
      const work = async () => {
        if (context.isCancelled()) throw unavailable('The client has given up.')
        if (performance.now() - askedMs > mayWaitMs)
          throw unavailable('The request waited too long for its turn. Try again.')
        return handler(request, context)
      }
      return share.run(context.caller().orgId, work, context.requestId)
    }
  const wrapped = Object.entries(handlers).map(([name, handler]) => [name, wrap(handler)])
  return Object.fromEntries(wrapped) as H
}
