/** Texts of the choice of lines that are compared. */
export const text = {
  compare: 'Compare',
  kinds: { link_id: 'Links', domain_id: 'Domains', tag_id: 'Tags' },
  searchFor: { link_id: 'Search links', domain_id: 'Search domains', tag_id: 'Search tags' },
  noMatches: 'No matches',
  choose: (least: number, most: number) => `Choose ${least} to ${most}.`,
}
