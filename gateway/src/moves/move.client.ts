import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { readPiece } from '@fingerpost/kit/http/piece'
import type { MovesService } from '@fingerpost/protos/move/v1/move'
import { MOVED, type MovedKind } from '@fingerpost/protos/moved-kinds'
import type { Service } from '@fingerpost/protos/objects'

/** The services that store data of teams. */
export type Movers = Readonly<Record<Service, Client<MovesService>>>

/** The service that stores a kind. Ids of list items are link's. */
export const moverOf = (movers: Movers, kind: string): Client<MovesService> =>
  movers[MOVED.find((it) => it.kind === kind)?.service ?? 'link']

/** A piece takes well below a second, unless a store is busy. */
const TIMEOUT_MS = 60_000

/** State of deletions as text: differs once retention or an erasure has begun to delete clicks. */
export async function readDeletions(movers: Movers, call: CallOptions): Promise<string> {
  const options = { ...call, timeoutMs: TIMEOUT_MS }
  const { text, version = 0 } = await movers.analytics.readLines({ kind: 'cutoffs' }, options)
  return `${version} ${Buffer.from(text)}`
}

/** All lines of a kind in pieces; one is in memory at a time. */
export async function* readLines(
  movers: Movers,
  kind: MovedKind,
  call: CallOptions,
  beforeMs?: number,
): AsyncGenerator<Uint8Array, undefined> {
  const moves = moverOf(movers, kind)
  for (let after: string | undefined; ; ) {
    const request = { kind, after, before_ms: beforeMs }
    const { text, next } = await readPiece(true, () =>
      moves.readLines(request, { ...call, timeoutMs: TIMEOUT_MS }),
    )
    if (text.length > 0) yield text
    if (next === undefined) return
    after = next
  }
}
