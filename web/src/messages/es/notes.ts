import type { text as english } from '../en/notes.ts'

export const text: typeof english = {
  add: 'Añadir nota',
  edit: 'Editar nota',
  text: 'Nota',
  shared: 'Todo el equipo la ve.',
  at: 'Fecha y hora',
  inZone: (zone: string) => `En la zona horaria ${zone}`,
  onlyLink: 'Solo para este enlace',
  onlyLinkMeans: 'Si no, se muestra en todos los enlaces.',
  saved: 'Nota guardada',
  savedOutside: (date: string) => `Nota del ${date} guardada. Está fuera del periodo mostrado.`,
  showAll: (notes: number) => `Mostrar las ${notes} notas`,
  editOne: (note: string) => `Editar la nota «${note}»`,
  deleteOne: (note: string) => `Eliminar la nota «${note}»`,
  deleteTitle: '¿Eliminar esta nota?',
  deleteQuestion: (note: string) => `«${note}» desaparece de los gráficos de todo el equipo.`,
  delete: 'Eliminar nota',
  deleted: 'Nota eliminada',
}
