import { counted } from '../../shared/counted.ts'

export const text = {
  title: 'Settings',
  appearance: 'Appearance',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  session: 'This session',
  signedInAs: 'You are signed in as {email}.',
  keyIsKept: 'The API key is kept in this tab until you close it.',
  team: 'Team',
  teamSaved: 'Team saved',
  slug: 'Slug of the bio page',
  logo: 'Logo',
  timeZone: 'Time zone of the team',
  timeZoneMeans: 'The days and hours of analytics. Empty: each person’s own.',
  ownTimeZone: 'Each person’s own',
  imageUrl: 'Image URL',
  retention: {
    title: 'Click retention',
    months: 'Months to keep clicks',
    means:
      'Whole months and the current one. Earlier clicks are deleted automatically; totals of links still count them. Empty: as long as this instance keeps them.',
    forever: 'Unlimited',
    save: 'Save retention',
    saved: 'Retention saved',
    ask: (clicks: number) => `Delete ${counted(clicks, 'click', 'clicks')}?`,
    after: (date: string, links: number) =>
      `Clicks of ${counted(links, 'link', 'links')} before ${date} (UTC), including those of bots, disappear from analytics within minutes and are then deleted. Each month, the oldest clicks follow. This cannot be undone.`,
    confirm: 'Delete clicks',
  },
  export: {
    title: 'Export',
    means:
      'A ZIP file with the links, clicks, domains, bio page, members and settings of the team, which another instance can import. It contains personal data. With many clicks, the export takes several minutes: keep this tab open.',
    action: 'Export team',
  },
}
