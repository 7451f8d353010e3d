import type { text as english } from '../en/analytics-compare.ts'

export const text: typeof english = {
  compare: 'Vergleichen',
  kinds: { link_id: 'Links', domain_id: 'Domains', tag_id: 'Tags' },
  searchFor: {
    link_id: 'Links durchsuchen',
    domain_id: 'Domains durchsuchen',
    tag_id: 'Tags durchsuchen',
  },
  noMatches: 'Keine Treffer',
  choose: (least, most) => `${least} bis ${most} auswählen.`,
}
