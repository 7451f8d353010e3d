import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc'
import { unavailable } from '@fingerpost/kit/problem'
import type { ClickRecord, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Clients } from '../../clients.ts'
import { idOf, toClickBody } from './analytics.rules.ts'
import { LiveQuery } from './group.schema.ts'

const LOOK_MS = 500
const NEWEST = 200
/** Clicks are stored in batches and not quite in order; older ones than this are not live any more. */
const WINDOW_MS = 30_000
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
        const call = { caller, requestId }
        const known = new Set((await newest(filter, call)).map(({ id }) => id))
        const listener = new AbortController()
        listening.add(listener)
        raw.once('close', () => listener.abort())
        reply.raw.once('close', () => listening.delete(listener))
        return reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          .send(Readable.from(events(filter, call, known, listener.signal)))
      },
    )

    const newest = async (filter: Filter, call: CallOptions): Promise<ClickRecord[]> =>
      (await analytics.scanClicks({ filter, limit: NEWEST }, call)).items

    async function* events(
      filter: Filter,
      call: CallOptions,
      known: Set<string>,
      signal: AbortSignal,
    ) {
      let spokenAt = performance.now()
      yield ': listening\n\n'
      while (!signal.aborted) {
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        const found = await newest(filter, call).catch((): ClickRecord[] => [])
        const since = Date.now() - WINDOW_MS
        const fresh = found.filter((it) => it.createdAtMs >= since && !known.has(it.id))
        for (const click of fresh.reverse()) {
          known.add(click.id)
          yield `id: ${click.id}\nevent: click\ndata: ${JSON.stringify(toClickBody(click))}\n\n`
        }
        if (fresh.length > 0) spokenAt = performance.now()
        if (performance.now() - spokenAt > SILENCE_MS) {
          spokenAt = performance.now()
          yield ': still listening\n\n'
        }
        // Ids are made of their time, so those of the window are the newest ones.
        if (known.size > 10 * NEWEST) {
          known = new Set([...known].sort().slice(-5 * NEWEST))
        }
      }
    }
  }
