import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/analytics-parts.ts'

export const text: typeof english = {
  only: (value: string) => `Solo ${value}`,
  notStored: 'No guardado',
  before: (clicks: string) => `antes ${clicks}`,
  clicks: (clicks: number) => counted(clicks, 'clic', 'clics'),
  visitors: (visitors: number) => counted(visitors, 'visitante', 'visitantes'),
  visitorsUnknown: '– visitantes',
  visitorsNote:
    'Cada visitante se cuenta una vez por día UTC, y los días se suman. Los clics importados, anteriores a este recuento o con exclusión voluntaria no tienen visitante; – en lugar de un número significa que no se conoce ninguno.',
  noFolder: 'Ninguna',
  noValue: 'Sin valor',
  unknown: 'Desconocido',
  direct: 'Directo',
  weekOf: (day: string) => `Semana del ${day}`,
  notes: 'Notas',
  addNote: 'Añadir nota',
  soFar: (step: string) => `${step}, hasta ahora`,
  since: (days: string, time: string) => `${days}, desde las ${time}`,
  until: (days: string, time: string) => `${days}, hasta las ${time}`,
}
