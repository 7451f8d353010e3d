import { SCOPES, type Scope } from './words.ts'

/** The roles that a person can have in a team, the weakest first. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

const READS = [
  'link:read',
  'analytics:read',
  'catalog:read',
  'bio:read',
  'member:read',
] as const satisfies Scope[]

/**
 * The scopes of each role: the only such table. Only an owner can appoint, change and remove
 * owners; otherwise admins may do the same.
 */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: READS,
  editor: [...READS, 'link:write', 'catalog:write', 'bio:write'],
  admin: SCOPES,
  owner: SCOPES,
}

/** What invitations begin with, followed by an underscore. */
export const INVITATION_PREFIX = 'fpi'

/** What the tokens of password resets begin with, followed by an underscore. */
export const RESET_PREFIX = 'fpr'

/** What sessions begin with, followed by an underscore. */
export const SESSION_PREFIX = 'fps'
