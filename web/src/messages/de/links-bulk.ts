import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-bulk.ts'

const linksOf = (links: number) => counted(links, 'Link', 'Links')

const progress = (action: string) => ({
  name: action,
  state: (done: number, links: number) =>
    `${action}: ${formatCount(done)} von ${formatCount(links)}…`,
})

export const text: typeof english = {
  selectedLinks: 'Ausgewählte Links',
  selected: (links) => `${linksOf(links)} ausgewählt`,
  selectAll: (links) => `Alle ${formatCount(links)} auswählen`,
  cannotSelectAll: 'Es konnten nicht alle Links ausgewählt werden',
  selectNone: 'Auswahl aufheben',

  changing: progress('Links ändern'),
  moving: progress('Links verschieben'),
  tagging: progress('Tag hinzufügen'),
  untagging: progress('Tag entfernen'),
  deleting: progress('Links löschen'),
  exporting: progress('Links exportieren'),
  generating: progress('QR-Codes erzeugen'),

  changed: (links) => `${linksOf(links)} geändert`,
  moved: (links, folder) => `${linksOf(links)} in den Ordner ${folder} verschoben`,
  tookOut: (links) => `${linksOf(links)} aus Ordnern entfernt`,
  tagged: (links, tag) => `Tag ${tag} zu ${linksOf(links)} hinzugefügt`,
  untagged: (links, tag) => `Tag ${tag} von ${linksOf(links)} entfernt`,
  changedSome: (changed, links) => `${formatCount(changed)} von ${linksOf(links)} geändert`,
  savedSome: (saved, links) => `${formatCount(saved)} von ${linksOf(links)} gespeichert`,
  missing: (links) =>
    plural(
      links,
      'Ein Link existiert nicht mehr.',
      `${formatCount(links)} Links existieren nicht mehr.`,
    ),
  failed: (links) => `Fehler bei ${linksOf(links)}`,
  failedLinks: 'Links mit Fehlern',
  staySelected: (links) => plural(links, 'Er bleibt ausgewählt.', 'Sie bleiben ausgewählt.'),

  move: 'Verschieben',
  tag: 'Tag hinzufügen',
  untag: 'Tag entfernen',
  noneYet: {
    folder: 'Es gibt noch keine Ordner',
    tag: 'Es gibt noch keine Tags',
  },
  more: 'Mehr',
  moreActions: 'Weitere Aktionen',
  menu: {
    expiry: 'Ablauf…',
    utm: 'UTM-Parameter…',
    domain: 'Domain…',
  },
  exportCsv: 'Als CSV exportieren',
  qrCodes: (format) => `QR-Codes als ${format}`,
  qrCodesUpTo: (format, links) => `QR-Codes als ${format}, bis zu ${linksOf(links)}`,

  titles: {
    expiry: (links) => `Ablauf von ${linksOf(links)}`,
    utm: (links) => `UTM-Parameter von ${linksOf(links)}`,
    domain: (links) => `Domain von ${linksOf(links)}`,
  },
  change: (links) => `${linksOf(links)} ändern`,
  emptyIsKept: 'Leere Felder werden nicht geändert.',
  timeZone: (zone) => `Das Datum gilt in der Zeitzone ${zone}.`,
  clear: 'Leeren',
  clearField: (field) => `${field} leeren`,
  whichDomain: 'Welche Domain?',
  slugsAreKept:
    'Die Links behalten ihre Slugs. Ihre bisherigen Kurz-URLs funktionieren sofort nicht mehr. Links, deren Slug auf der neuen Domain vergeben ist, bleiben, wo sie sind.',
}
