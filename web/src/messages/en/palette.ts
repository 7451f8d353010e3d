import { counted } from '../../shared/counted.ts'

/** Texts of the command palette. */
export const text = {
  title: 'Find',
  find: 'Find links, pages and actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  searchLinks: (search: string) => `Search links for “${search}”`,
  groups: { create: 'Create', pages: 'Pages', session: 'Session', more: 'More' },
  createLink: 'Create a link',
  lightColors: 'Light colors',
  darkColors: 'Dark colors',
  openLinkPage: 'Open link page',
  view: 'View',
  copyShortUrl: 'Copy short URL',
  visit: 'Visit',
  qrCode: 'QR code',
  copied: (url: string) => `Copied ${url}`,
  searching: 'Searching…',
  results: 'Results',
  found: (results: number) => counted(results, 'result', 'results'),
  noneMatch: 'No actions match',
  /** A key, and what it does. */
  keys: {
    enter: 'Enter',
    opens: 'open',
    tab: 'Tab',
    showsActions: 'actions',
    escape: 'Esc',
    goesBack: 'back',
    closes: 'close',
  },
}
