import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { type Caller, reachOf } from '@fingerpost/kit/grpc/context'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { AnalyticsService, ClickRecord } from '@fingerpost/protos/analytics/v1/analytics'
import { liveClicks } from './live.client.ts'

const LOOK_MS = 500
/** Buffered clicks per listener; a slower listener is disconnected and may reconnect. */
const WAITING_MAX = 20_000

const FILTER = { period: 'all', include_bots: false }

interface Team {
  listeners: Set<(clicks: ClickRecord[]) => void>
  /** Resolves when analytics has answered: with the running poll, or at once if the last one succeeded. */
  ready: () => Promise<void>
}

/**
 * Live clicks by one poll per team, or per user with own links only, whatever the number of streams.
 */
export function sharedLiveClicks(
  analytics: Pick<Client<AnalyticsService>, 'scanClicks'>,
  lookMs = LOOK_MS,
) {
  const teams = new Map<string, Team>()

  function start(reach: string, call: CallOptions): Team {
    const live = liveClicks(analytics, FILTER, call, Date.now)
    let running: Promise<void> | undefined
    let answered = false
    const look = async () => {
      answered = false
      const clicks = await live.next()
      answered = true
      for (const hear of team.listeners) hear(clicks)
    }
    const poll = () => {
      running ??= look().finally(() => {
        running = undefined
      })
      return running
    }
    const team: Team = {
      listeners: new Set(),
      ready: async () => {
        if (running || !answered) await poll()
      },
    }
    const run = async () => {
      do {
        await poll().catch(() => {}) // the next poll returns what this one missed
        await sleep(lookMs)
      } while (team.listeners.size > 0)
      teams.delete(reach)
    }
    void run()
    teams.set(reach, team)
    return team
  }

  return {
    /**
     * Subscribes to a team, or to one of its links. Throws unavailable when analytics is unavailable.
     * `take` returns the clicks since the last call, oldest first, and throws unavailable for a listener
     * that is too slow.
     */
    async listen(call: CallOptions & { caller: Caller }, linkId?: number) {
      const sinceMs = Date.now() - 1_000 // as `liveClicks` allows for clocks that are behind
      let waiting: ClickRecord[] = []
      let lost = false
      const hear = (clicks: ClickRecord[]) => {
        const own = clicks.filter(
          (it) => it.created_at_ms >= sinceMs && (linkId === undefined || it.link_id === linkId),
        )
        if (waiting.length + own.length > WAITING_MAX) lost = true
        else waiting.push(...own)
      }
      const reach = JSON.stringify(reachOf(call.caller))
      const team = teams.get(reach) ?? start(reach, call)
      team.listeners.add(hear)
      const close = () => void team.listeners.delete(hear)
      await team.ready().catch((error: unknown) => {
        close()
        throw error
      })
      return {
        take(): ClickRecord[] {
          if (lost) throw unavailable('The client reads the stream too slowly.')
          const taken = waiting
          waiting = []
          return taken
        },
        close,
      }
    },
  }
}
