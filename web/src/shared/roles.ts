import { text } from '#messages/roles.ts'

/** The roles, the weakest first, with what each allows. */
export const ROLES = (['viewer', 'editor', 'admin', 'owner'] as const).map((value) => ({
  value,
  label: text.names[value],
  allows: text.allows[value],
}))

/** By the place of the name: by itself, or in a sentence. */
type Names = 'names' | 'inSentence'

/** The name of a role; its word in the API if it is unknown. */
export const roleName = (role: string, names: Names = 'names'): string =>
  (text[names] as Readonly<Record<string, string>>)[role] ?? role

/** What a member may do, in a few words. */
export function membershipName(
  { role, own_links_only }: { role: string; own_links_only: boolean },
  names: Names = 'names',
): string {
  const name = roleName(role, names)
  return own_links_only ? text.ownLinksOnly(name) : name
}
