import { texts } from '../shared/language.rules.ts'

/** Texts of notices about links that were deleted or restored. */
export const text = texts({
  deleted: {
    en: 'Deleted {address}',
    de: '{address} gelöscht',
    es: 'Se ha eliminado {address}',
    fr: 'Lien supprimé : {address}',
  },
  deletedLinks: {
    en: 'Deleted {links, plural, one{# link} other{# links}}',
    de: '{links, plural, one{# Link} other{# Links}} gelöscht',
    es: '{links, plural, one{# enlace} other{# enlaces}} {links, plural, one{eliminado} other{eliminados}}',
    fr: '{links, plural, one{# lien supprimé} other{# liens supprimés}}',
  },
  cannotDelete: {
    en: 'Couldn’t delete',
    de: 'Löschen fehlgeschlagen',
    es: 'No se ha podido eliminar',
    fr: 'Échec de la suppression',
  },
  restored: {
    en: 'Restored {address}',
    de: '{address} wiederhergestellt',
    es: 'Se ha restaurado {address}',
    fr: 'Lien restauré : {address}',
  },
  restoredLinks: {
    en: 'Restored {links, plural, one{# link} other{# links}}',
    de: '{links, plural, one{# Link} other{# Links}} wiederhergestellt',
    es: '{links, plural, one{# enlace} other{# enlaces}} {links, plural, one{restaurado} other{restaurados}}',
    fr: '{links, plural, one{# lien restauré} other{# liens restaurés}}',
  },
  restoredSome: {
    en: 'Restored {restored, number} of {links, plural, one{# link} other{# links}}',
    de: '{restored, number} von {links, plural, one{# Link} other{# Links}} wiederhergestellt',
    es: 'Restaurados {restored, number} de {links, plural, one{# enlace} other{# enlaces}}',
    fr: '{restored, plural, one{# lien restauré} other{# liens restaurés}} sur {links, number}',
  },
  cannotRestore: {
    en: 'Couldn’t restore',
    de: 'Wiederherstellen fehlgeschlagen',
    es: 'No se ha podido restaurar',
    fr: 'Échec de la restauration',
  },
  cannotRestoreLink: {
    en: 'Couldn’t restore {address}',
    de: '{address} konnte nicht wiederhergestellt werden',
    es: 'No se ha podido restaurar {address}',
    fr: 'Échec de la restauration de {address}',
  },
  notInTrash: {
    en: 'It is no longer in the trash.',
    de: 'Der Link ist nicht mehr im Papierkorb.',
    es: 'Ya no está en la papelera.',
    fr: 'Il n’est plus dans la corbeille.',
  },
})
