import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/palette.ts'

export const text: typeof english = {
  title: 'Suchen',
  find: 'Links, Seiten und Aktionen suchen',
  actionsFor: (name) => `Aktionen für ${name}`,
  searchLinks: (search) => `Links nach „${search}“ durchsuchen`,
  groups: { create: 'Erstellen', pages: 'Seiten', session: 'Sitzung', more: 'Mehr' },
  createLink: 'Link erstellen',
  lightColors: 'Helle Farben',
  darkColors: 'Dunkle Farben',
  openLinkPage: 'Seite des Links öffnen',
  view: 'Ansehen',
  copyShortUrl: 'Kurz-URL kopieren',
  visit: 'Aufrufen',
  qrCode: 'QR-Code',
  copied: (url) => `${url} kopiert`,
  searching: 'Suche läuft…',
  results: 'Ergebnisse',
  found: (results) => counted(results, 'Ergebnis', 'Ergebnisse'),
  noneMatch: 'Keine passenden Aktionen',
  keys: {
    enter: 'Eingabe',
    opens: 'öffnen',
    tab: 'Tab',
    showsActions: 'Aktionen',
    escape: 'Esc',
    goesBack: 'zurück',
    closes: 'schließen',
  },
}
