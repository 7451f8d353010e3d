/** The roles, the weakest first, with what each allows. */
export const ROLES = [
  { value: 'viewer', label: 'Viewer', allows: 'Read links, analytics and members.' },
  {
    value: 'editor',
    label: 'Editor',
    allows: 'Also change links, the bio page, folders, tags and domains.',
  },
  {
    value: 'admin',
    label: 'Admin',
    allows: 'Also manage API keys, webhooks, members and the team itself, and read the audit log.',
  },
  { value: 'owner', label: 'Owner', allows: 'Also appoint, change and remove owners.' },
] as const

/** The name of a role; its word in the API if it is unknown. */
export const roleName = (role: string): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role

/** What a member may do, in a few words. */
export const membershipName = (member: { role: string; own_links_only: boolean }): string =>
  member.own_links_only ? `${roleName(member.role)}, own links only` : roleName(member.role)
