import { texts } from '../shared/language.rules.ts'

/** Texts of the folders and tags. */
export const text = texts({
  folder: {
    title: { en: 'Folders', de: 'Ordner', es: 'Carpetas', fr: 'Dossiers' },
    purpose: {
      en: 'Sort links by customer, campaign or team.',
      de: 'Ordnen Sie Links nach Kunde, Kampagne oder Team.',
      es: 'Ordene los enlaces por cliente, campaña o equipo.',
      fr: 'Classez les liens par client, campagne ou équipe.',
    },
    create: {
      en: 'Create folder',
      de: 'Ordner erstellen',
      es: 'Crear carpeta',
      fr: 'Créer un dossier',
    },
    edit: {
      en: 'Edit folder',
      de: 'Ordner bearbeiten',
      es: 'Editar carpeta',
      fr: 'Modifier le dossier',
    },
    none: {
      en: 'No folders yet',
      de: 'Noch keine Ordner',
      es: 'Aún no hay carpetas',
      fr: 'Aucun dossier pour l’instant',
    },
    search: {
      en: 'Search folders',
      de: 'Ordner durchsuchen',
      es: 'Buscar carpetas',
      fr: 'Rechercher des dossiers',
    },
    noMatch: {
      en: 'No folders match',
      de: 'Keine passenden Ordner',
      es: 'Ninguna carpeta coincide',
      fr: 'Aucun dossier ne correspond',
    },
    delete: {
      en: 'Delete folder',
      de: 'Ordner löschen',
      es: 'Eliminar carpeta',
      fr: 'Supprimer le dossier',
    },
    deleted: {
      en: 'Deleted the folder “{name}”',
      de: 'Ordner „{name}“ gelöscht',
      es: 'Se ha eliminado la carpeta «{name}»',
      fr: 'Dossier « {name} » supprimé',
    },
    afterDelete: {
      en: 'Its links remain, without the folder. This cannot be undone.',
      de: 'Die Links bleiben erhalten, ohne den Ordner. Das kann nicht rückgängig gemacht werden.',
      es: 'Sus enlaces permanecen, sin la carpeta. Esta acción no se puede deshacer.',
      fr: 'Ses liens restent, sans le dossier. Cette action est irréversible.',
    },
  },
  tag: {
    title: { en: 'Tags', de: 'Tags', es: 'Etiquetas', fr: 'Tags' },
    purpose: {
      en: 'Group links with any number of tags.',
      de: 'Gruppieren Sie Links mit beliebig vielen Tags.',
      es: 'Agrupe enlaces con tantas etiquetas como quiera.',
      fr: 'Regroupez des liens avec autant de tags que vous voulez.',
    },
    create: { en: 'Create tag', de: 'Tag erstellen', es: 'Crear etiqueta', fr: 'Créer un tag' },
    edit: { en: 'Edit tag', de: 'Tag bearbeiten', es: 'Editar etiqueta', fr: 'Modifier le tag' },
    none: {
      en: 'No tags yet',
      de: 'Noch keine Tags',
      es: 'Aún no hay etiquetas',
      fr: 'Aucun tag pour l’instant',
    },
    search: {
      en: 'Search tags',
      de: 'Tags durchsuchen',
      es: 'Buscar etiquetas',
      fr: 'Rechercher des tags',
    },
    noMatch: {
      en: 'No tags match',
      de: 'Keine passenden Tags',
      es: 'Ninguna etiqueta coincide',
      fr: 'Aucun tag ne correspond',
    },
    delete: {
      en: 'Delete tag',
      de: 'Tag löschen',
      es: 'Eliminar etiqueta',
      fr: 'Supprimer le tag',
    },
    deleted: {
      en: 'Deleted the tag “{name}”',
      de: 'Tag „{name}“ gelöscht',
      es: 'Se ha eliminado la etiqueta «{name}»',
      fr: 'Tag « {name} » supprimé',
    },
    afterDelete: {
      en: 'Its links remain, without the tag. This cannot be undone.',
      de: 'Die Links bleiben erhalten, ohne das Tag. Das kann nicht rückgängig gemacht werden.',
      es: 'Sus enlaces permanecen, sin la etiqueta. Esta acción no se puede deshacer.',
      fr: 'Ses liens restent, sans le tag. Cette action est irréversible.',
    },
  },
  searchNames: {
    en: 'Search names',
    de: 'Namen durchsuchen',
    es: 'Buscar nombres',
    fr: 'Rechercher un nom',
  },
  analytics: { en: 'Analytics', de: 'Statistik', es: 'Estadísticas', fr: 'Statistiques' },
  /** `links` is `5 links`, or `Links` if their number is unknown. */
  linksIn: {
    en: '{links} in {name}',
    de: '{links} in {name}',
    es: '{links} en {name}',
    fr: '{links} dans {name}',
  },
  /** `clicks` is `5 clicks`, or `Analytics` if their number is unknown. */
  clicksIn: {
    en: '{clicks} of links in {name}',
    de: '{clicks} der Links in {name}',
    es: '{clicks} de los enlaces en {name}',
    fr: '{clicks} sur les liens de {name}',
  },
  editNamed: {
    en: 'Edit {name}',
    de: '{name} bearbeiten',
    es: 'Editar {name}',
    fr: 'Modifier {name}',
  },
  editByKey: { en: 'Edit (e)', de: 'Bearbeiten (e)', es: 'Editar (e)', fr: 'Modifier (e)' },
  deleteNamed: {
    en: 'Delete {name}',
    de: '{name} löschen',
    es: 'Eliminar {name}',
    fr: 'Supprimer {name}',
  },
  askDelete: {
    en: 'Delete “{name}”?',
    de: '„{name}“ löschen?',
    es: '¿Eliminar «{name}»?',
    fr: 'Supprimer « {name} » ?',
  },
  color: { en: 'Color', de: 'Farbe', es: 'Color', fr: 'Couleur' },
  noColor: { en: 'None', de: 'Keine', es: 'Ninguno', fr: 'Aucune' },
  pickColor: {
    en: 'Pick a color from the screen',
    de: 'Farbe vom Bildschirm aufnehmen',
    es: 'Tomar un color de la pantalla',
    fr: 'Prélever une couleur à l’écran',
  },
})
