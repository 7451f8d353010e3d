import type { text as english } from '../en/settings.ts'

export const text: typeof english = {
  title: 'Einstellungen',
  appearance: 'Darstellung',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  session: 'Diese Sitzung',
  signedInAs: 'Sie sind als {email} angemeldet.',
  keyIsKept: 'Der API-Schlüssel bleibt in diesem Tab, bis Sie ihn schließen.',
  team: 'Team',
  teamSaved: 'Team gespeichert',
  slug: 'Slug der Bio-Seite',
  logo: 'Logo',
  timeZone: 'Zeitzone des Teams',
  timeZoneMeans: 'Tage und Stunden der Statistik. Leer: die eigene jeder Person.',
  ownTimeZone: 'Die eigene jeder Person',
  imageUrl: 'Bild-URL',
}
