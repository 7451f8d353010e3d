/** The key by which slugs are compared, and under which redirect looks for the record of a link. */
export const slugKey = (slug: string, caseSensitive: boolean): string =>
  caseSensitive ? slug : slug.toLowerCase()
