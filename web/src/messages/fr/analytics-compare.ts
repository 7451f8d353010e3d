import type { text as english } from '../en/analytics-compare.ts'

/** Texts of the choice of lines that are compared. */
export const text: typeof english = {
  compare: 'Comparer',
  kinds: { link_id: 'Liens', domain_id: 'Domaines', tag_id: 'Tags' },
  searchFor: {
    link_id: 'Rechercher des liens',
    domain_id: 'Rechercher des domaines',
    tag_id: 'Rechercher des tags',
  },
  noMatches: 'Aucun résultat',
  choose: (least, most) => `Choisissez-en de ${least} à ${most}.`,
}
