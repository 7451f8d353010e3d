import type { text as english } from '../en/analytics-parts.ts'

export const text: typeof english = {
  only: (value) => `Nur ${value}`,
  notStored: 'Nicht gespeichert',
  before: (clicks) => `zuvor ${clicks}`,
  noFolder: 'keiner',
  unknown: 'Unbekannt',
  direct: 'Direkt',
  weekOf: (day) => `Woche ab ${day}`,
  notes: 'Notizen',
  addNote: 'Notiz hinzufügen',
  soFar: (step) => `${step}, bisher`,
  since: (days, time) => `${days}, ab ${time} Uhr`,
  until: (days, time) => `${days}, bis ${time} Uhr`,
}
