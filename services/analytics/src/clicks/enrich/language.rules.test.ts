import { expect, it } from 'vitest'
import { languageOf } from './language.rules.ts'

it.each([
  ['en-US,en;q=0.9', 'en-US'],
  ['de', 'de'],
  ['EN-us', 'en-US'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['pt-br;q=0.8, en', 'pt-BR'],
  ['*', ''],
  ['*, fr', 'fr'],
  ['de;q=0, en', 'en'],
  ['de;q=0.000, en;q=0.1', 'en'],
  [' , ,it', 'it'],
  ['', ''],
  [';;;q=zz', ''],
  ['<script>', ''],
  ['e', ''],
  ['x'.repeat(500), ''],
  ['en_US', ''],
  [',,,,,,,,,,,,,,,,,en', ''], // only the first ten parts are read
])('of %j the first accepted language is %j', (header, language) => {
  expect(languageOf(header)).toBe(language)
  expect(languageOf(header)).toBe(language) // remembered
})
