/**
 * The fields that a merge update clears, by their names in the API: absent keeps a value, null
 * clears it. Update messages list these names in `clear`, next to the values that are set.
 */
export const clearedFields = (body: object): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === null ? name : []))
