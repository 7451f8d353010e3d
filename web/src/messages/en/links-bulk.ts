import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'

const linksOf = (links: number) => counted(links, 'link', 'links')

/** The name of a progress bar, and its state in words. */
const progress = (action: string) => ({
  name: `${action} links`,
  state: (done: number, links: number) => `${action} ${formatCount(done)} of ${linksOf(links)}…`,
})

/** Texts of the changes of selected links. */
export const text = {
  selectedLinks: 'Selected links',
  selected: (links: number) => `${linksOf(links)} selected`,
  selectAll: (links: number) => `Select all ${formatCount(links)}`,
  cannotSelectAll: 'Couldn’t select all links',
  selectNone: 'Select none',

  changing: progress('Changing'),
  moving: progress('Moving'),
  tagging: progress('Tagging'),
  untagging: progress('Untagging'),
  deleting: progress('Deleting'),
  exporting: progress('Exporting'),
  generating: progress('Generating QR codes for'),

  changed: (links: number) => `Changed ${linksOf(links)}`,
  moved: (links: number, folder: string) => `Moved ${linksOf(links)} to ${folder}`,
  tookOut: (links: number) => `Took ${linksOf(links)} out of folders`,
  tagged: (links: number, tag: string) => `Tagged ${linksOf(links)} ${tag}`,
  untagged: (links: number, tag: string) => `Removed ${tag} from ${linksOf(links)}`,
  changedSome: (changed: number, links: number) =>
    `Changed ${formatCount(changed)} of ${linksOf(links)}`,
  savedSome: (saved: number, links: number) => `Saved ${formatCount(saved)} of ${linksOf(links)}`,
  missing: (links: number) =>
    plural(links, 'One link no longer exists.', `${formatCount(links)} links no longer exist.`),
  failed: (links: number) => `${linksOf(links)} failed`,
  failedLinks: 'Failed links',
  staySelected: (links: number) => plural(links, 'It stays selected.', 'They stay selected.'),

  move: 'Move',
  tag: 'Tag',
  untag: 'Untag',
  noneYet: {
    folder: 'There is no folder yet',
    tag: 'There is no tag yet',
  },
  more: 'More',
  moreActions: 'More actions',
  menu: {
    expiry: 'Expiry…',
    utm: 'UTM parameters…',
    domain: 'Domain…',
  },
  exportCsv: 'Export as CSV',
  qrCodes: (format: string) => `QR codes as ${format}`,
  qrCodesUpTo: (format: string, links: number) => `QR codes as ${format}, up to ${linksOf(links)}`,

  titles: {
    expiry: (links: number) => `Expiry of ${linksOf(links)}`,
    utm: (links: number) => `UTM parameters of ${linksOf(links)}`,
    domain: (links: number) => `Domain of ${linksOf(links)}`,
  },
  change: (links: number) => `Change ${linksOf(links)}`,
  emptyIsKept: 'Empty fields are not changed.',
  timeZone: (zone: string) => `The date is in the time zone ${zone}.`,
  clear: 'Clear',
  clearField: (field: string) => `Clear ${field}`,
  whichDomain: 'Which domain?',
  slugsAreKept:
    'Links keep their slugs. Their previous short URLs stop working at once. Links whose slug is taken on the new domain stay where they are.',
}
