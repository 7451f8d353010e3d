/**
 * The fields of a merge update that are to be cleared, by the names the interface gives them: absent
 * keeps, null clears. Update messages carry these names in `clear` beside the values that are set.
 */
export const clearedFields = (body: object): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === null ? name : []))
