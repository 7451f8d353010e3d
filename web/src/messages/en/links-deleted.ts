import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'

/** Texts of notices about links that were deleted or restored. */
export const text = {
  deleted: (address: string) => `Deleted ${address}`,
  deletedLinks: (links: number) => `Deleted ${counted(links, 'link', 'links')}`,
  cannotDelete: 'Couldn’t delete',
  restored: (address: string) => `Restored ${address}`,
  restoredLinks: (links: number) => `Restored ${counted(links, 'link', 'links')}`,
  restoredSome: (restored: number, links: number) =>
    `Restored ${formatCount(restored)} of ${counted(links, 'link', 'links')}`,
  cannotRestore: 'Couldn’t restore',
  cannotRestoreLink: (address: string) => `Couldn’t restore ${address}`,
  notInTrash: 'It is no longer in the trash.',
}
