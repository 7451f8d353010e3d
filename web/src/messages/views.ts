import { texts } from '../shared/language.rules.ts'

/** Texts of the saved views of a page. */
export const text = texts({
  title: {
    en: 'Saved views',
    de: 'Gespeicherte Ansichten',
    es: 'Vistas guardadas',
    fr: 'Vues enregistrées',
  },
  shared: {
    en: 'Everyone in the team sees them and can use them.',
    de: 'Alle im Team sehen sie und können sie verwenden.',
    es: 'Todo el equipo las ve y puede usarlas.',
    fr: 'Toute l’équipe les voit et peut les utiliser.',
  },
  readOnly: {
    en: 'Shared by the team. Your role can use them, but not change them.',
    de: 'Vom Team geteilt. Mit Ihrer Rolle können Sie sie verwenden, aber nicht ändern.',
    es: 'Compartidas por el equipo. Su rol permite usarlas, pero no cambiarlas.',
    fr: 'Partagées par l’équipe. Votre rôle permet de les utiliser, mais pas de les modifier.',
  },
  none: {
    en: 'No saved views yet',
    de: 'Noch keine gespeicherten Ansichten',
    es: 'Aún no hay vistas guardadas',
    fr: 'Aucune vue enregistrée pour l’instant',
  },
  first: {
    en: 'The first {shown, number} of {total, number}. The command palette (Ctrl K) finds all of them.',
    de: 'Die ersten {shown, number} von {total, number}. Die Suche (Strg K) findet alle.',
    es: 'Las primeras {shown, number} de {total, number}. La paleta de comandos (Ctrl K) las encuentra todas.',
    fr: 'Les {shown, number} premières sur {total, number}. La palette de commandes (Ctrl K) les trouve toutes.',
  },
  saveAs: {
    en: 'Save the current filters as',
    de: 'Aktuelle Filter speichern als',
    es: 'Guardar filtros como',
    fr: 'Enregistrer les filtres actuels sous',
  },
  name: {
    en: 'Name of the view',
    de: 'Name der Ansicht',
    es: 'Nombre de la vista',
    fr: 'Nom de la vue',
  },
  saved: {
    en: 'Saved the view “{view}”',
    de: 'Ansicht „{view}“ gespeichert',
    es: 'Se ha guardado la vista «{view}»',
    fr: 'Vue « {view} » enregistrée',
  },
  /** Why nothing can be saved. */
  nothing: {
    links: {
      en: 'To save a view, filter or sort the links first.',
      de: 'Um eine Ansicht zu speichern, filtern oder sortieren Sie zuerst die Links.',
      es: 'Para guardar una vista, primero filtre u ordene los enlaces.',
      fr: 'Pour enregistrer une vue, filtrez ou triez d’abord les liens.',
    },
    analytics: {
      en: 'To save a view, choose filters or a period first.',
      de: 'Um eine Ansicht zu speichern, wählen Sie zuerst Filter oder einen Zeitraum.',
      es: 'Para guardar una vista, primero elija filtros o un período.',
      fr: 'Pour enregistrer une vue, choisissez d’abord des filtres ou une période.',
    },
  },
  /** Names of buttons. */
  actions: {
    rename: {
      en: 'Rename {view}',
      de: '{view} umbenennen',
      es: 'Renombrar {view}',
      fr: 'Renommer {view}',
    },
    replace: {
      en: 'Replace the filters of {view}',
      de: 'Filter von {view} ersetzen',
      es: 'Sustituir los filtros de {view}',
      fr: 'Remplacer les filtres de {view}',
    },
    delete: {
      en: 'Delete {view}',
      de: '{view} löschen',
      es: 'Eliminar {view}',
      fr: 'Supprimer {view}',
    },
  },
  titles: {
    rename: { en: 'Rename', de: 'Umbenennen', es: 'Renombrar', fr: 'Renommer' },
    replace: {
      en: 'Replace with the current filters',
      de: 'Durch die aktuellen Filter ersetzen',
      es: 'Sustituir por los filtros actuales',
      fr: 'Remplacer par les filtres actuels',
    },
    delete: { en: 'Delete', de: 'Löschen', es: 'Eliminar', fr: 'Supprimer' },
  },
  newName: {
    en: 'New name of {view}',
    de: 'Neuer Name von {view}',
    es: 'Nuevo nombre de {view}',
    fr: 'Nouveau nom de {view}',
  },
  questions: {
    replace: {
      en: 'Replace the filters of “{view}” with the current ones, for everyone?',
      de: 'Die Filter von „{view}“ für alle durch die aktuellen ersetzen?',
      es: '¿Sustituir los filtros de «{view}» por los actuales, para todo el equipo?',
      fr: 'Remplacer les filtres de « {view} » par les filtres actuels, pour tous ?',
    },
    delete: {
      en: 'Delete “{view}” for everyone?',
      de: '„{view}“ für alle löschen?',
      es: '¿Eliminar «{view}» para todo el equipo?',
      fr: 'Supprimer « {view} » pour tous ?',
    },
  },
  confirm: {
    rename: { en: 'Rename', de: 'Umbenennen', es: 'Renombrar', fr: 'Renommer' },
    replace: { en: 'Replace', de: 'Ersetzen', es: 'Sustituir', fr: 'Remplacer' },
    delete: { en: 'Delete', de: 'Löschen', es: 'Eliminar', fr: 'Supprimer' },
  },
})
