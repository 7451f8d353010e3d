import { customAlphabet } from 'nanoid'
import { englishDataset, RegExpMatcher } from 'obscenity'
import { candidateSlugs, SLUG_ALPHABET } from '../model/slug.rules.ts'

const draw = customAlphabet(SLUG_ALPHABET)
const rude = new RegExpMatcher(englishDataset.build())

/** Random candidate slugs, starting at this length. */
export const drawSlugs = (length: number) =>
  candidateSlugs(length, draw, (text) => rude.hasMatch(text))
