/** Names of roles, and what they allow. */
export const text = {
  names: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  inSentence: { viewer: 'viewer', editor: 'editor', admin: 'admin', owner: 'owner' },
  allows: {
    viewer: 'Read links, analytics and members.',
    editor: 'Also change links, the bio page, folders, tags, domains, saved views and notes.',
    admin:
      'Also manage API keys, webhooks, members and the team itself, erase clicks, and read the audit log.',
    owner: 'Also appoint, change and remove owners.',
  },
  ownLinksOnly: (role: string) => `${role}, own links only`,
}
