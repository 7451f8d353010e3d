/** The kinds of actors; system: Fingerpost itself. */
export const ACTOR_KINDS = ['key', 'user', 'operator', 'system'] as const

/** The actor of a change, as the audit log records it. */
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number]
  id?: number
  name?: string
  /** The signed-in user. */
  user_id?: number
  /** The part of the client's address that may be stored. */
  address?: string
  request_id?: string
}

/** The actor of operator commands. */
export const OPERATOR: Actor = { kind: 'operator' }

/** The actor of changes that no client asked for. */
export const SYSTEM: Actor = { kind: 'system' }

/** The actor of a call. */
export const actorOf = ({
  caller,
  requestId,
}: {
  caller: () => { actor?: Actor | undefined }
  requestId: string
}): Actor => ({ ...SYSTEM, ...caller().actor, request_id: requestId })
