import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/analytics-live.ts'

export const text: typeof english = {
  connecting: 'Verbindung wird hergestellt…',
  listening: 'Wartet auf den nächsten Klick',
  interrupted: 'Unterbrochen; Verbindung wird wiederhergestellt…',
  fresh: (clicks) => `${formatCount(clicks)} neu`,
  someFiltersIgnored: 'Filter nach Ordner, Tag und Suche gelten hier nicht.',
  place: (city, country) => `${city}, ${country}`,
  unknownPlace: 'Unbekannter Ort',
  program: (browser, system) => `${browser} unter ${system}`,
  unknownProgram: 'Unbekanntes Programm',
  direct: 'direkt',
}
