import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/analytics-parts.ts'

export const text: typeof english = {
  only: (value) => `Nur ${value}`,
  notStored: 'Nicht gespeichert',
  before: (clicks) => `zuvor ${clicks}`,
  clicks: (clicks) => counted(clicks, 'Klick', 'Klicks'),
  visitors: (visitors) => counted(visitors, 'Besucher', 'Besucher'),
  visitorsUnknown: '– Besucher',
  visitorsNote:
    'Besucher werden einmal pro UTC-Tag gezählt und über die Tage summiert. Importierte Klicks sowie Klicks aus der Zeit vor dieser Zählung oder mit Widerspruch haben keinen Besucher; – anstelle einer Zahl bedeutet, dass keiner bekannt ist.',
  noFolder: 'Keiner',
  noValue: 'Ohne Wert',
  unknown: 'Unbekannt',
  direct: 'Direkt',
  weekOf: (day) => `Woche ab ${day}`,
  notes: 'Notizen',
  addNote: 'Notiz hinzufügen',
  soFar: (step) => `${step}, bisher`,
  since: (days, time) => `${days}, ab ${time} Uhr`,
  until: (days, time) => `${days}, bis ${time} Uhr`,
}
