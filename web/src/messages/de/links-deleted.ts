import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/links-deleted.ts'

export const text: typeof english = {
  deleted: (address) => `${address} gelöscht`,
  deletedLinks: (links) => `${counted(links, 'Link', 'Links')} gelöscht`,
  cannotDelete: 'Löschen fehlgeschlagen',
  restored: (address) => `${address} wiederhergestellt`,
  restoredLinks: (links) => `${counted(links, 'Link', 'Links')} wiederhergestellt`,
  restoredSome: (restored, links) =>
    `${formatCount(restored)} von ${counted(links, 'Link', 'Links')} wiederhergestellt`,
  cannotRestore: 'Wiederherstellen fehlgeschlagen',
  cannotRestoreLink: (address) => `${address} konnte nicht wiederhergestellt werden`,
  notInTrash: 'Der Link ist nicht mehr im Papierkorb.',
}
