import { counted } from '../../shared/counted.ts'
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
  retention: {
    title: 'Aufbewahrung von Klicks',
    months: 'Monate, für die Klicks aufbewahrt werden',
    means:
      'Ganze Monate und der laufende. Ältere Klicks werden automatisch gelöscht; die Gesamtzahlen der Links zählen sie weiter mit. Leer: so lange, wie diese Instanz sie aufbewahrt.',
    forever: 'Unbegrenzt',
    save: 'Aufbewahrungsdauer speichern',
    saved: 'Aufbewahrungsdauer gespeichert',
    ask: (clicks) => `${counted(clicks, 'Klick', 'Klicks')} löschen?`,
    after: (date, links) =>
      `Klicks von ${counted(links, 'Link', 'Links')} vor dem ${date} (UTC), auch die von Bots, verschwinden binnen Minuten aus der Statistik und werden dann gelöscht. Jeden Monat folgen die ältesten Klicks. Das lässt sich nicht rückgängig machen.`,
    confirm: 'Klicks löschen',
  },
  export: {
    title: 'Export',
    means:
      'Eine ZIP-Datei mit den Links, Klicks, Domains, der Bio-Seite, den Mitgliedern und den Einstellungen des Teams, die eine andere Instanz importieren kann. Sie enthält personenbezogene Daten. Bei vielen Klicks dauert der Export mehrere Minuten: Lassen Sie diesen Tab geöffnet.',
    action: 'Team exportieren',
  },
}
