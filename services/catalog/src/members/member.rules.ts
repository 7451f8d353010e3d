import { conflict, type FieldError, Problem } from '@fingerpost/kit/http/problem'
import { ROLE_SCOPES, ROLES, type Role } from '@fingerpost/protos/people'
import { isOneOf, type Scope, TASKS, type Task } from '@fingerpost/protos/words'

/** The role that can be limited to its own links. */
export const LIMITED = 'editor' satisfies Role

/** Also the power of the operator, and of the user of a team. */
export const OWNER = 'owner' satisfies Role

/** The scopes of a role; none for a role of a later release. */
export const scopesOf = (role: string): readonly Scope[] =>
  isOneOf(ROLES, role) ? ROLE_SCOPES[role] : []

/** The scopes that an API key has now: those that the role of its creator allows, too. */
export const scopesWithin = (scopes: readonly string[], role: string): string[] => {
  const allowed = scopesOf(role) as readonly string[]
  return scopes.filter((scope) => allowed.includes(scope))
}

const TASK_SCOPES: Readonly<Record<Task, Scope>> = {
  webhooks: 'webhook:manage',
  imports: 'link:write',
}

/** What a person has set up and stops with another role, which could not set it up. */
export const tasksLost = (from: string, to: string): Task[] =>
  TASKS.filter(
    (it) => scopesOf(from).includes(TASK_SCOPES[it]) && !scopesOf(to).includes(TASK_SCOPES[it]),
  )

/** The scopes that no key keeps when it is handed over: power over the team and over its people. */
const NEVER_HANDED_OVER: readonly Scope[] = [
  'member:write',
  'key:manage',
  'team:write',
  'click:erase',
]

/** The scopes that API keys of a removed member keep when a member with `ownScopes` takes them over. */
export const scopesHandedOver = (role: string, ownScopes: readonly string[]): Scope[] =>
  scopesOf(role).filter((it) => ownScopes.includes(it) && !NEVER_HANDED_OVER.includes(it))

/** Checks a role. Returns the error, if any. */
export const checkRole = (role: string): FieldError | undefined =>
  isOneOf(ROLES, role)
    ? undefined
    : { field: 'role', code: 'not_allowed', detail: `must be one of ${ROLES.join(', ')}` }

/** Checks that only an editor is limited to their own links. Returns the error, if any. */
export const checkOwnLinks = (role: string, ownLinksOnly: boolean | undefined) =>
  ownLinksOnly && role !== LIMITED
    ? { field: 'own_links_only', code: 'not_allowed', detail: `is for the role ${LIMITED} only` }
    : undefined

/** Whether an actor with this role may turn one role into another; see checkPower. */
export function mayChange(...roles: Parameters<typeof checkPower>): boolean {
  try {
    checkPower(...roles)
    return true
  } catch {
    return false
  }
}

/**
 * Throws forbidden unless an actor with this role may turn one role into another; undefined is no
 * membership. The gateway may have seen the actor's role up to a second ago, so it is checked again.
 */
export function checkPower(
  actor: string | undefined,
  from: string | undefined,
  to: string | undefined,
): void {
  if (actor === OWNER) return
  if (!scopesOf(actor ?? '').includes('member:write')) {
    const detail = 'Your role lacks the scope member:write.'
    throw new Problem('forbidden', 'insufficient_scope', detail)
  }
  if (from !== OWNER && to !== OWNER) return
  const detail = 'Only an owner can appoint, change or remove an owner.'
  throw new Problem('forbidden', 'owner_required', detail)
}

/**
 * Throws forbidden if an API key would give a role with scopes that it lacks. A session has those of its role,
 * see checkPower.
 */
export function checkGivenRole(
  role: string,
  { scopes, actor }: { scopes: readonly string[]; actor: { kind: string } },
): void {
  const lacking = actor.kind === 'key' ? scopesOf(role).filter((it) => !scopes.includes(it)) : []
  if (lacking.length === 0) return
  const detail = `The API key cannot give the role ${role}, because it lacks scopes of this role: ${lacking.join(', ')}.`
  throw new Problem('forbidden', 'insufficient_scope', detail)
}

/** Throws forbidden for a user without a role, whose membership has ended. */
export function requireMember(role: string | undefined): void {
  if (role !== undefined) return
  throw new Problem('forbidden', 'not_a_member', 'You are not a member of this organization.')
}

/** Throws forbidden unless a user with this role can do what only owners and admins can. */
export function requireAdmin(role: string | undefined, what = 'change the organization'): void {
  if (scopesOf(role ?? '').includes('member:write')) return
  const detail = `Only an owner or admin can ${what}.`
  throw new Problem('forbidden', 'insufficient_scope', detail)
}

/** 409 for a change after which a team would have members but no owner. */
export const lastOwner = () =>
  conflict('last_owner', 'A team needs at least one owner. Make someone else an owner first.')
