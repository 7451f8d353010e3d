import { createGroupLoader } from '@fingerpost/kit/async/loader'
import type { Client } from '@fingerpost/kit/grpc/client'
import { type Caller, reachOf } from '@fingerpost/kit/grpc/context'
import { problemOf } from '@fingerpost/kit/grpc/problem-status'
import { notFound } from '@fingerpost/kit/http/problem'
import { CreateLinkRequest, type Link, type LinksService } from '@fingerpost/protos/link/v1/link'

/** Maximum number of links that one call reads or creates. */
const AT_ONCE = 64

/** Larger requests are sent alone, so that AT_ONCE of them stay below the gRPC limit of 4 MiB. */
const SMALL_BYTES = 60_000

interface Call {
  caller: Caller
  requestId: string
}

interface Lookup extends Call {
  id: number
}

interface PendingCreate extends Call {
  request: CreateLinkRequest
}

/** All request ids in one, which createLinks splits again; logs show them together. */
const together = (calls: readonly Call[]): Call => ({
  caller: (calls[0] as Call).caller,
  requestId: calls.map((it) => it.requestId).join(','),
})

/**
 * The links of a page. A response of link is bounded in bytes, so a page of large links takes several
 * calls.
 */
export async function fillPage<Found>(
  { offset, limit }: { offset: number; limit: number },
  ask: (rest: { offset: number; limit: number }) => Promise<{ links: Found[]; total: number }>,
): Promise<{ links: Found[]; total: number }> {
  const all: Found[] = []
  for (;;) {
    const { links, total } = await ask({ offset: offset + all.length, limit: limit - all.length })
    all.push(...links)
    if (links.length === 0 || all.length >= Math.min(limit, total - offset)) {
      return { links: all, total }
    }
  }
}

/** Batches all reads of one event-loop turn into one call per team, or per user with own links only. */
export const linkLoader = (links: Client<LinksService>) =>
  createGroupLoader<Lookup, Link>(
    ({ caller }) => JSON.stringify(reachOf(caller)),
    async (lookups) => {
      const ids = [...new Set(lookups.map(({ id }) => id))].filter(Number.isSafeInteger)
      const byId = new Map<number, Link>()
      for (let rest = ids; rest.length > 0; ) {
        const answer = await links.getLinks({ ids: rest }, together(lookups))
        for (const link of answer.links) byId.set(link.id, link)
        const last = answer.links.at(-1)
        rest = answer.links_left && last ? rest.slice(rest.indexOf(last.id) + 1) : []
      }
      return lookups.map(({ id }) => byId.get(id) ?? notFound('There is no such link.'))
    },
    { max: AT_ONCE },
  )

/** Batches all creations of one event-loop turn into one call per actor of a team. */
export function linkCreator(links: Client<LinksService>): (create: PendingCreate) => Promise<Link> {
  const make = createGroupLoader<PendingCreate, Link>(
    ({ caller }) => JSON.stringify([reachOf(caller), caller.userId, caller.actor]),
    async (creates) => {
      const requests = creates.map(({ request }) => request)
      const { results } = await links.createLinks({ requests }, together(creates))
      return results.map(
        ({ link, failure }) =>
          link ??
          problemOf(
            failure ?? { kind: 'internal', code: 'internal_error', detail: '', errors: [] },
          ),
      )
    },
    { max: AT_ONCE },
  )
  return ({ request, caller, requestId }) => {
    // Fetching a title and hashing a password are slow, and a batch waits for all of its links.
    const quick = request.title !== undefined && request.password === undefined
    return quick && CreateLinkRequest.encode(request).finish().length < SMALL_BYTES
      ? make({ request, caller, requestId })
      : links.createLink(request, { caller, requestId })
  }
}
