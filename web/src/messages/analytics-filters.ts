import { texts } from '../shared/language.rules.ts'

/** Texts of the filters of clicks. */
export const text = texts({
  searchLabel: {
    en: 'Search destinations and short URLs',
    de: 'Ziele und Kurz-URLs durchsuchen',
    es: 'Buscar destinos y URL cortas',
    fr: 'Rechercher dans les destinations et les URL courtes',
  },
  searchUrls: {
    en: 'Search URLs',
    de: 'URLs durchsuchen',
    es: 'Buscar URL',
    fr: 'Rechercher des URL',
  },
  filter: { en: 'Filter', de: 'Filtern', es: 'Filtrar', fr: 'Filtrer' },
  filterBy: { en: 'Filter by', de: 'Filtern nach', es: 'Filtrar por', fr: 'Filtrer par' },
  condition: { en: 'Condition', de: 'Bedingung', es: 'Condición', fr: 'Condition' },
  typeToFind: {
    en: 'Type to search',
    de: 'Suchbegriff eingeben',
    es: 'Escriba para buscar',
    fr: 'Saisir pour chercher',
  },
  noSuchClick: {
    en: 'No clicks have this value',
    de: 'Kein Klick hat diesen Wert',
    es: 'Ningún clic tiene ese valor',
    fr: 'Aucun clic avec cette valeur',
  },
  noMatches: {
    en: 'No matches',
    de: 'Keine Treffer',
    es: 'Sin coincidencias',
    fr: 'Aucun résultat',
  },
  bots: {
    en: 'Include bots',
    de: 'Bots einbeziehen',
    es: 'Incluir bots',
    fr: 'Inclure les robots',
  },
  filters: {
    link_id: { en: 'Link', de: 'Link', es: 'Enlace', fr: 'Lien' },
    domain_id: { en: 'Domain', de: 'Domain', es: 'Dominio', fr: 'Domaine' },
    folder_id: { en: 'Folder', de: 'Ordner', es: 'Carpeta', fr: 'Dossier' },
    tag_id: { en: 'Tag', de: 'Tag', es: 'Etiqueta', fr: 'Tag' },
    country: { en: 'Country', de: 'Land', es: 'País', fr: 'Pays' },
    region: { en: 'Region', de: 'Region', es: 'Región', fr: 'Région' },
    city: { en: 'City', de: 'Stadt', es: 'Ciudad', fr: 'Ville' },
    continent: { en: 'Continent', de: 'Kontinent', es: 'Continente', fr: 'Continent' },
    browser: { en: 'Browser', de: 'Browser', es: 'Navegador', fr: 'Navigateur' },
    os: { en: 'System', de: 'System', es: 'Sistema', fr: 'Système' },
    device: { en: 'Device', de: 'Gerät', es: 'Dispositivo', fr: 'Appareil' },
    brand: { en: 'Brand', de: 'Marke', es: 'Marca', fr: 'Marque' },
    platform: { en: 'Platform', de: 'Plattform', es: 'Plataforma', fr: 'Plateforme' },
    referer: { en: 'Referer', de: 'Referrer', es: 'Referente', fr: 'Référent' },
    language: { en: 'Language', de: 'Sprache', es: 'Idioma', fr: 'Langue' },
    utm_source: { en: 'Source', de: 'Quelle', es: 'Fuente', fr: 'Source' },
    utm_medium: { en: 'Medium', de: 'Medium', es: 'Medio', fr: 'Support' },
    utm_campaign: { en: 'Campaign', de: 'Kampagne', es: 'Campaña', fr: 'Campagne' },
    utm_term: { en: 'Term', de: 'Begriff', es: 'Término', fr: 'Terme' },
    utm_content: { en: 'Content', de: 'Inhalt', es: 'Contenido', fr: 'Contenu' },
    utm_reference: { en: 'Reference', de: 'Referenz', es: 'Referencia', fr: 'Référence' },
  },
  operators: {
    '': { en: 'is', de: 'ist', es: 'es', fr: 'est' },
    _not: { en: 'is not', de: 'ist nicht', es: 'no es', fr: 'n’est pas' },
    _contains: { en: 'contains', de: 'enthält', es: 'contiene', fr: 'contient' },
  },
  /** The start of an active filter, before its values. */
  conditions: {
    '': { en: '{filter}', de: '{filter}', es: '{filter}', fr: '{filter}' },
    _not: {
      en: '{filter} is not',
      de: '{filter} ist nicht',
      es: '{filter} no es',
      fr: '{filter} n’est pas',
    },
    _contains: {
      en: '{filter} contains',
      de: '{filter} enthält',
      es: '{filter} contiene',
      fr: '{filter} contient',
    },
  },
  activeFilter: {
    en: '{condition}: {values}',
    de: '{condition}: {values}',
    es: '{condition}: {values}',
    fr: '{condition} : {values}',
  },
  /** Between two values of a filter, with spaces. */
  or: { en: ' or ', de: ' oder ', es: ' o ', fr: ' ou ' },
  removeFilter: {
    en: 'Remove filter {condition}',
    de: 'Filter {condition} entfernen',
    es: 'Quitar filtro {condition}',
    fr: 'Retirer le filtre {condition}',
  },
})
