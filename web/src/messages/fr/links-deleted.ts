import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-deleted.ts'

/** Texts of notices about links that were deleted or restored. */
export const text: typeof english = {
  deleted: (address) => `Lien supprimé : ${address}`,
  deletedLinks: (links) => counted(links, 'lien supprimé', 'liens supprimés'),
  cannotDelete: 'Échec de la suppression',
  restored: (address) => `Lien restauré : ${address}`,
  restoredLinks: (links) => counted(links, 'lien restauré', 'liens restaurés'),
  restoredSome: (restored, links) =>
    `${counted(restored, 'lien restauré', 'liens restaurés')} sur ${formatCount(links)}`,
  cannotRestore: 'Échec de la restauration',
  cannotRestoreLink: (address) => `Échec de la restauration de ${address}`,
  notInTrash: 'Il n’est plus dans la corbeille.',
}
