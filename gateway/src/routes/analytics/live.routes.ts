import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { unavailable } from '@fingerpost/kit/problem'
import type { ClickRecord, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Clients } from '../../clients.ts'
import { idOf, toClickBody } from './analytics.rules.ts'
import { LiveQuery } from './group.schema.ts'
import { type LiveClicks, liveClicks } from './live.client.ts'

const LOOK_MS = 500
const SILENCE_MS = 5_000
const LISTENERS_MAX = 200

/** The clicks of a team, or of one link, as server-sent events while they come in. */
export const liveRoutes =
  ({ analytics }: Pick<Clients, 'analytics'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const listening = new Set<AbortController>()
    app.addHook('preClose', async () => {
      for (const listener of listening) listener.abort()
    })

    app.get(
      '/analytics/live',
      { config: { scope: 'analytics:read' }, schema: { querystring: LiveQuery } },
      async ({ query, caller, id: requestId, raw }, reply) => {
        if (listening.size >= LISTENERS_MAX) throw unavailable('Too many listen already.')
        const filter: Filter = {
          linkId: query.link_id === undefined ? undefined : idOf(query.link_id),
          period: 'all',
          includeBots: false,
        }
        const live = liveClicks(analytics, filter, { caller, requestId }, Date.now)
        const first = await live.next() // a listener hears at once that analytics is away
        const listener = new AbortController()
        listening.add(listener)
        raw.once('close', () => listener.abort())
        reply.raw.once('close', () => listening.delete(listener))
        return reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          .send(Readable.from(events(live, first, listener.signal)))
      },
    )

    async function* events(live: LiveClicks, first: ClickRecord[], signal: AbortSignal) {
      let spokenAt = performance.now()
      yield `: listening\n\n${first.map(eventOf).join('')}`
      while (!signal.aborted) {
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        const fresh = await live.next().catch((): ClickRecord[] => [])
        for (const click of fresh) yield eventOf(click)
        if (fresh.length > 0) spokenAt = performance.now()
        if (performance.now() - spokenAt > SILENCE_MS) {
          spokenAt = performance.now()
          yield ': still listening\n\n'
        }
      }
    }
  }

const eventOf = (click: ClickRecord): string =>
  `id: ${click.id}\nevent: click\ndata: ${JSON.stringify(toClickBody(click))}\n\n`
