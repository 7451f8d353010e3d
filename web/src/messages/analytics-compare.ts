import { texts } from '../shared/language.rules.ts'

/** Texts of the choice of lines that are compared. */
export const text = texts({
  compare: { en: 'Compare', de: 'Vergleichen', es: 'Comparar', fr: 'Comparer' },
  kinds: {
    link_id: { en: 'Links', de: 'Links', es: 'Enlaces', fr: 'Liens' },
    domain_id: { en: 'Domains', de: 'Domains', es: 'Dominios', fr: 'Domaines' },
    tag_id: { en: 'Tags', de: 'Tags', es: 'Etiquetas', fr: 'Tags' },
  },
  searchFor: {
    link_id: {
      en: 'Search links',
      de: 'Links durchsuchen',
      es: 'Buscar enlaces',
      fr: 'Rechercher des liens',
    },
    domain_id: {
      en: 'Search domains',
      de: 'Domains durchsuchen',
      es: 'Buscar dominios',
      fr: 'Rechercher des domaines',
    },
    tag_id: {
      en: 'Search tags',
      de: 'Tags durchsuchen',
      es: 'Buscar etiquetas',
      fr: 'Rechercher des tags',
    },
  },
  noMatches: {
    en: 'No matches',
    de: 'Keine Treffer',
    es: 'Sin coincidencias',
    fr: 'Aucun résultat',
  },
  choose: {
    en: 'Choose {least} to {most}.',
    de: '{least} bis {most} auswählen.',
    es: 'Elija de {least} a {most}.',
    fr: 'Choisissez-en de {least} à {most}.',
  },
})
