import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/analytics-live.ts'

export const text: typeof english = {
  connecting: 'Conectando…',
  listening: 'Esperando el próximo clic',
  interrupted: 'Conexión interrumpida; reconectando…',
  fresh: (clicks: number) => counted(clicks, 'nuevo', 'nuevos'),
  someFiltersIgnored: 'Los filtros de carpeta, etiqueta y búsqueda no se aplican aquí.',
  place: (city: string, country: string) => `${city}, ${country}`,
  unknownPlace: 'Lugar desconocido',
  program: (browser: string, system: string) => `${browser} en ${system}`,
  unknownProgram: 'Programa desconocido',
  direct: 'directo',
}
