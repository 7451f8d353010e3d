import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { ClickRecord } from '@fingerpost/protos/analytics/v1/analytics'
import type { FastifyRequest } from 'fastify'
import type { Clients } from '../../clients.ts'
import { idOf, toClickBody } from './analytics.rules.ts'
import { LiveQuery } from './group.schema.ts'
import { sharedLiveClicks } from './live-share.client.ts'

const LOOK_MS = 500
const SILENCE_MS = 5_000
const STREAM_MAX_MS = 3_600_000
/** Maximum number of streams per gateway; a team and a person, with all their teams, get a share of them. */
const STREAMS_MAX = 200

/**
 * The clicks of a team, or of one link, as server-sent events. A stream ends when its API key
 * becomes invalid, and after an hour; clients reconnect automatically.
 */
export const liveRoutes =
  ({ analytics }: Pick<Clients, 'analytics'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const streams = createFairShare(STREAMS_MAX)
    const shared = sharedLiveClicks(analytics)
    const listening = new Set<AbortController>()
    app.addHook('preClose', async () => {
      for (const listener of listening) listener.abort()
    })

    app.get(
      '/analytics/live',
      { config: { scope: 'analytics:read' }, schema: { querystring: LiveQuery } },
      async (request, reply) => {
        const { query, caller, id: requestId, raw } = request
        if (reply.raw.destroyed) throw unavailable('The client has disconnected.')
        const leave = streams.tryTake(`team ${caller.orgId}`, `person ${caller.userId}`)
        if (!leave) throw unavailable('Too many live streams are open. Close one, or try again.')
        const linkId = query.link_id === undefined ? undefined : idOf(query.link_id)
        const listener = new AbortController()
        listening.add(listener)
        raw.once('close', () => listener.abort())
        // Registered before the wait, because a client may disconnect before its stream begins.
        reply.raw.once('close', () => {
          listener.abort()
          listening.delete(listener)
          leave()
        })
        const live = await shared.listen({ caller, requestId }, linkId)
        listener.signal.addEventListener('abort', live.close)
        if (listener.signal.aborted) live.close()
        return reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          .send(Readable.from(events(live.take, request, listener.signal)))
      },
    )

    async function* events(
      take: () => ClickRecord[],
      request: FastifyRequest,
      signal: AbortSignal,
    ) {
      const endAt = performance.now() + STREAM_MAX_MS
      let spokenAt = performance.now()
      yield ': listening\n\n'
      while (!signal.aborted && performance.now() < endAt) {
        const fresh = take()
        for (const click of fresh) yield eventOf(click)
        if (fresh.length > 0) spokenAt = performance.now()
        if (performance.now() - spokenAt > SILENCE_MS) {
          spokenAt = performance.now()
          yield ': still listening\n\n'
        }
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
        if (await request.confirmKey().then(no, yes)) return
      }
    }
  }

const yes = () => true
const no = () => false

const eventOf = (click: ClickRecord): string =>
  `id: ${click.id}\nevent: click\ndata: ${JSON.stringify(toClickBody(click))}\n\n`
