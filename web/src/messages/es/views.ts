import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/views.ts'

export const text: typeof english = {
  title: 'Vistas guardadas',
  shared: 'Todo el equipo las ve y puede usarlas.',
  readOnly: 'Compartidas por el equipo. Su rol permite usarlas, pero no cambiarlas.',
  none: 'Aún no hay vistas guardadas',
  first: (shown: number, total: number) =>
    `Las primeras ${formatCount(shown)} de ${formatCount(total)}. La paleta de comandos (Ctrl K) las encuentra todas.`,
  saveAs: 'Guardar filtros como',
  name: 'Nombre de la vista',
  saved: (view: string) => `Se ha guardado la vista «${view}»`,
  nothing: {
    links: 'Para guardar una vista, primero filtre u ordene los enlaces.',
    analytics: 'Para guardar una vista, primero elija filtros o un periodo.',
  },
  actions: {
    rename: (view: string) => `Renombrar ${view}`,
    replace: (view: string) => `Sustituir los filtros de ${view}`,
    delete: (view: string) => `Eliminar ${view}`,
  },
  titles: {
    rename: 'Renombrar',
    replace: 'Sustituir por los filtros actuales',
    delete: 'Eliminar',
  },
  newName: (view: string) => `Nuevo nombre de ${view}`,
  questions: {
    replace: (view: string) =>
      `¿Sustituir los filtros de «${view}» por los actuales, para todo el equipo?`,
    delete: (view: string) => `¿Eliminar «${view}» para todo el equipo?`,
  },
  confirm: { rename: 'Renombrar', replace: 'Sustituir', delete: 'Eliminar' },
}
