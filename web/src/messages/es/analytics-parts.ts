import type { text as english } from '../en/analytics-parts.ts'

export const text: typeof english = {
  only: (value: string) => `Solo ${value}`,
  notStored: 'No guardado',
  before: (clicks: string) => `antes ${clicks}`,
  noFolder: 'ninguna',
  unknown: 'Desconocido',
  direct: 'Directo',
  weekOf: (day: string) => `Semana del ${day}`,
  notes: 'Notas',
  addNote: 'Añadir nota',
  soFar: (step: string) => `${step}, hasta ahora`,
  since: (days: string, time: string) => `${days}, desde las ${time}`,
  until: (days: string, time: string) => `${days}, hasta las ${time}`,
}
