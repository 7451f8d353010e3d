import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links.ts'

export const text: typeof english = {
  createLink: 'Link erstellen',
  createByKey: 'Link erstellen (c)',
  found: (links) => `${formatCount(links)} gefunden`,
  links: (links) => counted(links, 'Link', 'Links'),
  noLinks: 'Noch keine Links',
  firstLink: 'Ihr erster Kurzlink',
  createFirst: 'Link erstellen',
  whatLinksDo:
    'Ein Kurzlink führt zu einer beliebigen Adresse und zählt die Klicks. Das Ziel kann später geändert werden, auch nach Land, Gerät oder Zufall.',
  noneMatch: 'Keine passenden Links',
  showAll: 'Alle Links anzeigen',
  tryLess: 'Versuchen Sie es mit weniger Filtern oder mit einem Teil von Slug, URL oder Titel.',
  loading: 'Links werden geladen',

  importExport: 'Import / Export',
  export: 'Exportieren',

  searchLinks: 'Links durchsuchen',
  searchHint: 'Slugs, URLs und Titel durchsuchen',
  filter: 'Filtern',
  anyDomain: 'Alle Domains',
  folder: 'Ordner',
  anyFolder: 'Alle Ordner',
  inNoFolder: 'Ohne Ordner',
  tags: 'Tags',
  anyTags: 'Alle Tags',
  anyStatus: 'Jeder Status',
  statuses: {
    active: 'Aktiv',
    expired: 'Abgelaufen',
    locked: 'Mit Passwort',
  },
  sortBy: 'Sortieren nach',
  sorts: {
    newest: 'Neueste',
    oldest: 'Älteste',
    clicks: 'Meiste Klicks',
    'fewest-clicks': 'Wenigste Klicks',
    clicked: 'Zuletzt geklickt',
    'longest-ago': 'Am längsten her',
    title: 'Titel',
    slug: 'Slug, A bis Z',
    'slug-back': 'Slug, Z bis A',
  },

  select: (slug) => `${slug} auswählen`,
  selectHint: 'Auswählen (x). Umschalt+Klick wählt einen Bereich aus.',
  cannotSelect: 'Die Links konnten nicht ausgewählt werden',
  expired: 'Abgelaufen',
  passwordProtected: 'Mit Passwort geschützt',
  severalDestinations: 'Mehrere Ziele',
  neverClicked: 'Nie',
  copyUrl: (url) => `${url} kopieren`,
  actionsFor: (slug) => `Aktionen für ${slug}`,

  saved: (address) => `${address} gespeichert`,
  created: (address) => `${address} erstellt`,
  createdAndCopied: (address) => `${address} erstellt und kopiert`,
  copyShortUrl: 'Kurz-URL kopieren',
  qrCode: 'QR-Code',
  open: 'Öffnen',
  createAnother: 'Weiteren erstellen',

  head: {
    selection: 'Auswahl',
    selectLoaded: 'Geladene Links auswählen',
    link: 'Link',
    labels: 'Ordner und Tags',
    last30Days: '30 Tage',
    lastClick: 'Letzter Klick',
    created: 'Erstellt',
  },

  noClicksIn: (days) => `Keine Klicks in den letzten ${days} Tagen`,
  clicksIn: (clicks, days) => `${counted(clicks, 'Klick', 'Klicks')} in den letzten ${days} Tagen`,
  withVisitors: (clicks, visitors) =>
    `${clicks}; ${counted(visitors, 'Besucher', 'Besucher')}, pro Tag gezählt`,
  all: (when) => `nur ${when}`,
  most: (clicks, when) => `die meisten (${clicks}) ${when}`,
  today: 'heute',
  yesterday: 'gestern',
  daysAgo: (days) => `vor ${days} Tagen`,
}
