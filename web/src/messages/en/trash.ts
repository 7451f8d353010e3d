import { counted, plural } from '../../shared/counted.ts'

/** Texts of the trash. */
export const text = {
  title: 'Trash',
  lead: 'Deleted links can be restored for 30 days.',
  empty: 'Empty trash',
  isEmpty: 'The trash is empty',
  staysHere: 'Links that you delete stay here for 30 days, with everything they had.',
  deleted: 'Deleted {when}',
  daysLeft: (days: number) => `${counted(days, 'day', 'days')} left`,
  links: (links: number) => counted(links, 'link', 'links'),
  clicks: (clicks: number) => counted(clicks, 'click', 'clicks'),
  restore: 'Restore',
  restoreNamed: (link: string) => `Restore ${link}`,
  purge: 'Delete permanently',
  /** `what` is the short URL of a link, or `5 links`. */
  purgeNamed: (what: string) => `Delete ${what} permanently`,
  askPurge: (what: string) => `Delete ${what} permanently?`,
  purged: (what: string) => `Deleted ${what} permanently`,
  afterPurge: (links: number) =>
    plural(links, 'The link can no longer be restored.', 'The links can no longer be restored.'),
  clicksStay: 'Clicks stay in the analytics.',
  clicksGo: 'Clicks disappear from the analytics within minutes and cannot be restored.',
  deleteClicks: 'Delete clicks, too',
}
