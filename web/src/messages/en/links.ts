import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'

/** Texts of the list of links. */
export const text = {
  createLink: 'Create link',
  createByKey: 'Create a link (c)',
  found: (links: number) => `${formatCount(links)} found`,
  links: (links: number) => counted(links, 'link', 'links'),
  noLinks: 'No links yet',
  firstLink: 'Your first short link',
  createFirst: 'Create a link',
  whatLinksDo:
    'A short link leads to any address and counts its clicks. Its destination can be changed later, and can depend on country, device or chance.',
  noneMatch: 'No links match',
  showAll: 'Show all links',
  tryLess: 'Try fewer filters, or part of the slug, the URL or the title.',
  loading: 'Loading links',

  importExport: 'Import / export',
  export: 'Export',

  searchLinks: 'Search links',
  searchHint: 'Search slugs, URLs and titles',
  filter: 'Filter',
  anyDomain: 'Any domain',
  folder: 'Folder',
  anyFolder: 'Any folder',
  inNoFolder: 'In no folder',
  tags: 'Tags',
  anyTags: 'Any tags',
  anyStatus: 'Any status',
  statuses: {
    active: 'Active',
    expired: 'Expired',
    locked: 'With password',
  },
  sortBy: 'Sort by',
  sorts: {
    newest: 'Newest',
    oldest: 'Oldest',
    clicks: 'Most clicks',
    'fewest-clicks': 'Fewest clicks',
    clicked: 'Last clicked',
    'longest-ago': 'Clicked longest ago',
    title: 'Title',
    slug: 'Slug, A to Z',
    'slug-back': 'Slug, Z to A',
  },

  select: (slug: string) => `Select ${slug}`,
  selectHint: 'Select (x). Shift-click selects a range.',
  cannotSelect: 'Couldn’t select the links',
  expired: 'Expired',
  passwordProtected: 'Password protected',
  severalDestinations: 'Several destinations',
  neverClicked: 'Never',
  copyUrl: (url: string) => `Copy ${url}`,
  actionsFor: (slug: string) => `Actions for ${slug}`,

  saved: (address: string) => `Saved ${address}`,
  created: (address: string) => `Created ${address}`,
  createdAndCopied: (address: string) => `Created and copied ${address}`,
  copyShortUrl: 'Copy the short URL',
  qrCode: 'QR code',
  open: 'Open',
  createAnother: 'Create another',

  head: {
    selection: 'Selection',
    selectLoaded: 'Select the loaded links',
    link: 'Link',
    labels: 'Folder and tags',
    last30Days: 'Last 30 days',
    lastClick: 'Last click',
    created: 'Created',
  },
  noClicksIn: (days: number) => `No clicks in the last ${days} days`,
  clicksIn: (clicks: number, days: number) =>
    `${counted(clicks, 'click', 'clicks')} in the last ${days} days`,
  withVisitors: (clicks: string, visitors: number) =>
    `${clicks}; ${counted(visitors, 'visitor', 'visitors')}, counted per day`,
  all: (when: string) => `all ${when}`,
  most: (clicks: number, when: string) => `most (${clicks}) ${when}`,
  today: 'today',
  yesterday: 'yesterday',
  daysAgo: (days: number) => `${days} days ago`,
}
