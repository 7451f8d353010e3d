import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import { isOneOf } from '@fingerpost/protos/words'

/** The error for a field whose value is not one of the words. */
export const wordFault = (field: string, words: readonly string[]): FieldError => ({
  field,
  code: 'not_allowed',
  detail: `must be one of ${words.join(', ')}`,
})

/** The word of a message. Throws invalid for one that is not in the set. */
export function wordOf<const Word extends string>(
  field: string,
  words: readonly Word[],
  word: string,
): Word {
  if (isOneOf(words, word)) return word
  throw invalid([wordFault(field, words)])
}
