import { counted, plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-deleted.ts'

const linksOf = (links: number) => counted(links, 'enlace', 'enlaces')

export const text: typeof english = {
  deleted: (address: string) => `Se ha eliminado ${address}`,
  deletedLinks: (links: number) => `${linksOf(links)} ${plural(links, 'eliminado', 'eliminados')}`,
  cannotDelete: 'No se ha podido eliminar',
  restored: (address: string) => `Se ha restaurado ${address}`,
  restoredLinks: (links: number) =>
    `${linksOf(links)} ${plural(links, 'restaurado', 'restaurados')}`,
  restoredSome: (restored: number, links: number) =>
    `Restaurados ${formatCount(restored)} de ${linksOf(links)}`,
  cannotRestore: 'No se ha podido restaurar',
  cannotRestoreLink: (address: string) => `No se ha podido restaurar ${address}`,
  notInTrash: 'Ya no está en la papelera.',
}
