/** The kinds of actors; system: Fingerpost itself; anonymous: a client without a key or session. */
export const ACTOR_KINDS = ['key', 'user', 'operator', 'system', 'anonymous'] as const

/** The actor of a change, as the audit log records it. */
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number]
  id?: number
  name?: string
  /** The signed-in user. */
  user_id?: number
  /** The session of the signed-in user, which the audit log does not record. */
  session_id?: number
  /** The part of the client's address that may be stored. */
  address?: string
  request_id?: string
}

/** The actor of operator commands. */
export const OPERATOR: Actor = { kind: 'operator' }

/** The actor of changes that no client asked for. */
export const SYSTEM: Actor = { kind: 'system' }

/** The part of a call that names its actor. */
export interface ActorContext {
  actor?: Actor | undefined
  requestId: string
}

/** The actor of a call. */
export const actorOf = ({ actor, requestId }: ActorContext): Actor => ({
  ...SYSTEM,
  ...actor,
  request_id: requestId,
})

/** The id of the API key that makes a call; null for a person or the operator. */
export function keyOf(context: ActorContext): number | null {
  const { kind, id } = actorOf(context)
  return kind === 'key' ? (id ?? null) : null
}

/** The actor of a call whose client proves to be this person. */
export const personOf = (
  context: ActorContext,
  { id, name, email }: { id: number; name: string; email: string | null },
): Actor => ({
  ...actorOf(context),
  kind: 'user',
  id,
  user_id: id,
  ...((name || email) && { name: name || (email ?? '') }),
})
