import type { Language } from '@fingerpost/messages'
import { describe, expect, it } from 'vitest'
import { languageOf, preferredLanguage } from './language.ts'

describe('the language of a visitor', () => {
  it.each<[string | undefined, Language]>([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['FR-ca', 'fr'],
    ['es-419', 'es'],
    ['cs,fr;q=0.3,de;q=0.7', 'de'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['en;q=0.5, es ; q=0.6', 'es'],
    ['fr,de', 'fr'],
    ['cs, *', 'en'],
    ['de;q=2,es;q=x', 'en'],
    [';;;q=zz', 'en'],
    ['deutsch', 'en'],
    [`${'x,'.repeat(200)}de`, 'en'],
  ])('that sends %j is %s', (accepted, language) => {
    expect(languageOf(accepted)).toBe(language)
  })
})

describe('the preferred language', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['de-CH, de;q=0.9', 'de-ch'],
    ['en;q=0.5,cs;q=0.7,de;q=0.7', 'cs'],
    ['*, fr;q=0.1', 'fr'],
    ['de;q=0', ''],
    ['<script>,es', 'es'],
  ])('of %j is %j', (accepted, tag) => {
    expect(preferredLanguage(accepted)).toBe(tag)
  })
})
