import { counted } from '../../shared/counted.ts'
import type { text as english } from '../en/erasures.ts'

export const text: typeof english = {
  title: 'Eliminar clics',
  means:
    'Elimina clics por enlace, dominio, período o dirección IP. Los totales de los enlaces los siguen contando.',
  open: 'Elegir clics',
  which: 'Solo se eliminan los clics que cumplen todas estas condiciones.',
  links: 'Enlaces',
  anyLink: 'Todos los enlaces',
  noLink: 'Ningún enlace coincide',
  anyDomain: 'Todos los dominios',
  from: 'Desde',
  to: 'Antes de',
  inZone: (zone) => `Hora de ${zone}. Vacío: sin límite`,
  address: 'Dirección IP o red',
  anyAddress: 'Todas las direcciones',
  addressMeans: {
    full: 'Por ejemplo, 192.0.2.7 o 2001:db8::/32',
    truncated: 'Esta instancia solo guarda redes: 192.0.2.0/24 o mayor, 2001:db8::/48 o mayor',
  },
  preview: 'Mostrar el número de clics',
  nothing: 'Elija enlaces, un dominio, un período o una dirección.',
  none: 'Ningún clic coincide',
  ask: (clicks, complete) =>
    complete
      ? `¿Eliminar ${counted(clicks, 'clic', 'clics')}?`
      : `¿Eliminar al menos ${counted(clicks, 'clic', 'clics')}?`,
  after: (links) =>
    `Los clics de ${counted(links, 'enlace', 'enlaces')}, también los de bots, desaparecen de las analíticas y se eliminan en unos minutos. Los totales de los enlaces los siguen contando. No se puede deshacer.`,
  uncounted: 'Hay demasiados clics para contarlos todos ahora.',
  confirm: 'Eliminar clics',
  requested: 'Los clics se están eliminando',
  list: 'Clics eliminados',
  states: {
    queued: () => 'A la espera de que se guarden los últimos clics',
    erasing: (erased, found) =>
      `${counted(erased, 'clic eliminado', 'clics eliminados')} de ${counted(found, 'clic', 'clics')}`,
    done: (_, found) => counted(found, 'clic eliminado', 'clics eliminados'),
  },
  failing:
    'Los clics no se pueden eliminar en este momento. La eliminación se reintenta automáticamente; si este mensaje no desaparece, avise al operador de esta instancia.',
  requestedBy: 'Solicitado {when} por {who}',
  requestedAt: 'Solicitado {when}',
  operator: 'el operador',
  formerDomain: 'Un dominio eliminado',
  countOfLinks: (links) => counted(links, 'enlace', 'enlaces'),
  since: (time) => `desde ${time}`,
  before: (time) => `antes de ${time}`,
}
