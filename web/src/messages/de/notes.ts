import type { text as english } from '../en/notes.ts'

export const text: typeof english = {
  add: 'Notiz hinzufügen',
  edit: 'Notiz bearbeiten',
  text: 'Notiz',
  shared: 'Alle im Team sehen sie.',
  at: 'Datum und Uhrzeit',
  inZone: (zone) => `In der Zeitzone ${zone}`,
  onlyLink: 'Nur für diesen Link',
  onlyLinkMeans: 'Andernfalls wird sie für alle Links angezeigt.',
  saved: 'Notiz gespeichert',
  savedOutside: (date) =>
    `Notiz vom ${date} gespeichert. Sie liegt außerhalb des angezeigten Zeitraums.`,
  showAll: (notes) => `Alle ${notes} Notizen anzeigen`,
  editOne: (note) => `Notiz „${note}“ bearbeiten`,
  deleteOne: (note) => `Notiz „${note}“ löschen`,
  deleteTitle: 'Diese Notiz löschen?',
  deleteQuestion: (note) => `„${note}“ verschwindet aus den Diagrammen aller im Team.`,
  delete: 'Notiz löschen',
  deleted: 'Notiz gelöscht',
}
