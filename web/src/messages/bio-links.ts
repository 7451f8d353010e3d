import { texts } from '../shared/language.rules.ts'

/** Texts of the links of the bio page. */
export const text = texts({
  noLinks: {
    en: 'Add links to your website and to your profiles on social platforms.',
    de: 'Fügen Sie Links zu Ihrer Website und zu Ihren Profilen in sozialen Netzwerken hinzu.',
    es: 'Añada enlaces a su sitio web y a sus perfiles en las redes sociales.',
    fr: 'Ajoutez des liens vers votre site web et vos profils sur les réseaux sociaux.',
  },
  addLink: { en: 'Add link', de: 'Link hinzufügen', es: 'Añadir enlace', fr: 'Ajouter un lien' },
  editLink: { en: 'Edit link', de: 'Link bearbeiten', es: 'Editar enlace', fr: 'Modifier le lien' },
  url: {
    en: 'URL or username',
    de: 'URL oder Benutzername',
    es: 'URL o nombre de usuario',
    fr: 'URL ou nom d’utilisateur',
  },
  urlOrName: {
    en: 'A full URL, or a username with a platform selected.',
    de: 'Eine vollständige URL, oder ein Benutzername bei ausgewählter Plattform.',
    es: 'Una URL completa o un nombre de usuario de la plataforma elegida.',
    fr: 'Une URL complète, ou un nom d’utilisateur si une plateforme est choisie.',
  },
  platform: { en: 'Platform', de: 'Plattform', es: 'Plataforma', fr: 'Plateforme' },
  detect: {
    en: 'Detect from URL',
    de: 'Aus der URL erkennen',
    es: 'Detectar por la URL',
    fr: 'Détecter d’après l’URL',
  },
  website: { en: 'Website', de: 'Website', es: 'Sitio web', fr: 'Site web' },
  label: { en: 'Label', de: 'Beschriftung', es: 'Texto', fr: 'Libellé' },
  defaultLabel: {
    en: 'Name of the platform, or host of the website',
    de: 'Name der Plattform oder Host der Website',
    es: 'Nombre de la plataforma o dominio del sitio web',
    fr: 'Nom de la plateforme, ou hôte du site web',
  },
  moveNamed: {
    en: 'Move {link}',
    de: '{link} verschieben',
    es: 'Mover {link}',
    fr: 'Déplacer {link}',
  },
  showNamed: {
    en: 'Show {link}',
    de: '{link} anzeigen',
    es: 'Mostrar {link}',
    fr: 'Afficher {link}',
  },
  editNamed: {
    en: 'Edit {link}',
    de: '{link} bearbeiten',
    es: 'Editar {link}',
    fr: 'Modifier {link}',
  },
  deleteNamed: {
    en: 'Delete {link}',
    de: '{link} löschen',
    es: 'Eliminar {link}',
    fr: 'Supprimer {link}',
  },
  askDelete: {
    en: 'Delete “{link}”?',
    de: '„{link}“ löschen?',
    es: '¿Eliminar «{link}»?',
    fr: 'Supprimer « {link} » ?',
  },
  deleteLink: {
    en: 'Delete link',
    de: 'Link löschen',
    es: 'Eliminar enlace',
    fr: 'Supprimer le lien',
  },
  deleted: {
    en: 'Deleted “{link}”',
    de: '„{link}“ gelöscht',
    es: 'Se ha eliminado «{link}»',
    fr: '« {link} » supprimé',
  },
  afterDelete: {
    en: 'It disappears from your bio page. This cannot be undone.',
    de: 'Der Link verschwindet von Ihrer Bio-Seite. Das kann nicht rückgängig gemacht werden.',
    es: 'Desaparecerá de su página bio. Esta acción no se puede deshacer.',
    fr: 'Il disparaît de votre page de bio. Cette action est irréversible.',
  },
})
