import { counted, plural } from '../../shared/counted.ts'
import type { text as english } from '../en/trash.ts'

export const text: typeof english = {
  title: 'Papelera',
  lead: 'Los enlaces eliminados se pueden restaurar durante 30 días.',
  empty: 'Vaciar papelera',
  isEmpty: 'La papelera está vacía',
  staysHere: 'Los enlaces eliminados permanecen aquí 30 días, con todo lo que tenían.',
  deleted: 'Eliminado {when}',
  daysLeft: (days: number) => `${plural(days, 'queda', 'quedan')} ${counted(days, 'día', 'días')}`,
  links: (links: number) => counted(links, 'enlace', 'enlaces'),
  clicks: (clicks: number) => counted(clicks, 'clic', 'clics'),
  restore: 'Restaurar',
  restoreNamed: (link: string) => `Restaurar ${link}`,
  purge: 'Eliminar definitivamente',
  purgeNamed: (what: string) => `Eliminar ${what} definitivamente`,
  askPurge: (what: string) => `¿Eliminar ${what} definitivamente?`,
  purged: (what: string) => `Eliminado definitivamente: ${what}`,
  afterPurge: (links: number) =>
    plural(links, 'El enlace ya no se podrá restaurar.', 'Los enlaces ya no se podrán restaurar.'),
  clicksStay: 'Los clics se conservan en las estadísticas.',
  clicksGo: 'Los clics desaparecen de las estadísticas en unos minutos y no se pueden restaurar.',
  deleteClicks: 'Eliminar también los clics',
}
