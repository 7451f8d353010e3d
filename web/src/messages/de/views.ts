import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/views.ts'

export const text: typeof english = {
  title: 'Gespeicherte Ansichten',
  shared: 'Alle im Team sehen sie und können sie verwenden.',
  readOnly: 'Vom Team geteilt. Mit Ihrer Rolle können Sie sie verwenden, aber nicht ändern.',
  none: 'Noch keine gespeicherten Ansichten',
  first: (shown, total) =>
    `Die ersten ${formatCount(shown)} von ${formatCount(total)}. Die Suche (Strg K) findet alle.`,
  saveAs: 'Aktuelle Filter speichern als',
  name: 'Name der Ansicht',
  saved: (view) => `Ansicht „${view}“ gespeichert`,
  nothing: {
    links: 'Um eine Ansicht zu speichern, filtern oder sortieren Sie zuerst die Links.',
    analytics: 'Um eine Ansicht zu speichern, wählen Sie zuerst Filter oder einen Zeitraum.',
  },
  actions: {
    rename: (view) => `${view} umbenennen`,
    replace: (view) => `Filter von ${view} ersetzen`,
    delete: (view) => `${view} löschen`,
  },
  titles: {
    rename: 'Umbenennen',
    replace: 'Durch die aktuellen Filter ersetzen',
    delete: 'Löschen',
  },
  newName: (view) => `Neuer Name von ${view}`,
  questions: {
    replace: (view) => `Die Filter von „${view}“ für alle durch die aktuellen ersetzen?`,
    delete: (view) => `„${view}“ für alle löschen?`,
  },
  confirm: { rename: 'Umbenennen', replace: 'Ersetzen', delete: 'Löschen' },
}
