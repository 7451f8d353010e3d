import { Metadata } from '@grpc/grpc-js'
import type { Actor } from '../audit/actor.ts'
import { Problem, unavailable, WrongSetting } from '../http/problem.ts'
import type { Logger } from '../process/log.ts'
import { sameText } from '../secrets/shared-secret.ts'

/** The team and user of a call. Only the gateway sets them, after it has verified a key. */
export interface Caller {
  orgId: number
  userId: number
  scopes: readonly string[]
  /** Whether the call reaches only objects that its user created; see `reachOf`. */
  ownOnly?: boolean | undefined
  /** When the API key of the request expires; undefined if it does not expire. */
  expiresAt?: Date | undefined
  /** The actor that the audit log records for a change; undefined for a call without a client. */
  actor?: Actor | undefined
}

/** The objects that a call can reach: all of a team, or those that one of its users created. */
export interface Reach {
  orgId: number
  ownerId: number | undefined
}

/** The objects that a caller can reach. */
export const reachOf = ({ orgId, userId, ownOnly }: Caller): Reach => ({
  orgId,
  ownerId: ownOnly ? userId : undefined,
})

/** All objects of a team. */
export const wholeTeam = (orgId: number): Reach => ({ orgId, ownerId: undefined })

export interface CallContext {
  requestId: string
  /** Throws unauthenticated if the call has no team. */
  caller: () => Caller
  /** The actor that the audit log records for a change, also of a call without a team. */
  actor?: Actor | undefined
  /** Whether the client has given up: its deadline has passed or its connection is closed. */
  isCancelled: () => boolean
  /** Milliseconds until the deadline of the client; infinite without one. */
  leftMs: () => number
  log: Logger
}

const REQUEST_ID = 'x-request-id'
const ORG_ID = 'x-org-id'
const OWN_ONLY = 'x-own-only'
const USER_ID = 'x-user-id'
const SCOPES = 'x-scopes'
const EXPIRES_AT = 'x-key-expires-at'
const ACTOR = 'x-actor'
const SECRET = 'x-shared-secret'
const TRACEPARENT = 'traceparent'

/** The metadata of a call. */
export function writeContext(
  call: { requestId?: string; caller?: Caller; actor?: Actor; traceparent?: string },
  secret = '',
): Metadata {
  const metadata = new Metadata()
  if (secret) metadata.set(SECRET, secret)
  if (call.requestId) metadata.set(REQUEST_ID, call.requestId)
  if (call.traceparent) metadata.set(TRACEPARENT, call.traceparent)
  if (call.caller) {
    metadata.set(ORG_ID, String(call.caller.orgId))
    if (call.caller.ownOnly) metadata.set(OWN_ONLY, '1')
    metadata.set(USER_ID, String(call.caller.userId))
    metadata.set(SCOPES, call.caller.scopes.join(' '))
    if (call.caller.expiresAt) metadata.set(EXPIRES_AT, call.caller.expiresAt.toISOString())
  }
  const actor = call.actor ?? call.caller?.actor
  // Metadata is ASCII, and names are not.
  if (actor) metadata.set(ACTOR, encodeURIComponent(JSON.stringify(actor)))
  return metadata
}

/** Processes of this instance have different secrets: an operator error, not a client error. */
export class WrongSecret extends WrongSetting {
  constructor() {
    super('The caller sent a GRPC_SHARED_SECRET that this process does not accept.')
  }
}

/**
 * The inverse of `writeContext`, and the owner by which calls take turns: the team or, without one, the
 * signed-in user. Throws unavailable if none of the `secrets` was sent.
 */
export function readContext(
  metadata: Metadata,
  secrets: readonly string[],
): Pick<CallContext, 'requestId' | 'caller' | 'actor'> & {
  traceparent: string | undefined
  owner: number | string | undefined
} {
  const text = (name: string) => String(metadata.get(name)[0] ?? '')
  const sent = text(SECRET)
  if (secrets.length > 0 && !secrets.some((secret) => sameText(sent, secret))) {
    throw unavailable('A service refused the shared secret of another service.', new WrongSecret())
  }
  const actor = text(ACTOR) ? (JSON.parse(decodeURIComponent(text(ACTOR))) as Actor) : undefined
  return {
    requestId: text(REQUEST_ID) || crypto.randomUUID(),
    actor,
    traceparent: text(TRACEPARENT) || undefined,
    owner: Number(text(ORG_ID)) || (actor?.user_id ? `user ${actor.user_id}` : undefined),
    caller() {
      const ownOnly = text(OWN_ONLY) !== ''
      const [orgId, userId] = [Number(text(ORG_ID)), Number(text(USER_ID))]
      if (!orgId || !userId) {
        throw new Problem('unauthenticated', 'unauthenticated', 'The call names no team.')
      }
      const expiresAt = text(EXPIRES_AT) ? new Date(text(EXPIRES_AT)) : undefined
      const scopes = text(SCOPES).split(' ').filter(Boolean)
      return { orgId, userId, scopes, expiresAt, actor, ...(ownOnly && { ownOnly }) }
    },
  }
}
