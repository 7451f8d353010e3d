import { describe, expect, expectTypeOf, it } from 'vitest'
import { LANGUAGES, textsByLanguage, textsIn } from './messages.ts'

const messages = {
  title: { en: 'Links', de: 'Links', es: 'Enlaces', fr: 'Liens' },
  deleted: {
    en: 'Deleted {name}',
    de: '{name} gelöscht',
    es: 'Se ha eliminado {name}',
    fr: '{name} supprimé',
  },
  group: {
    moved: {
      en: 'Moved {links, plural, one{# link} other{# links}} to {folder}',
      de: '{links, plural, one{# Link} other{# Links}} nach {folder} verschoben',
      es: '{links, plural, one{# enlace movido} other{# enlaces movidos}} a {folder}',
      fr: '{links, plural, one{# lien déplacé} other{# liens déplacés}} vers {folder}',
    },
    of: {
      en: '{links, plural, one{One of {all, number}} other{# of {all, number}}}',
      de: '{links, plural, one{Einer von {all, number}} other{# von {all, number}}}',
      es: '{links, plural, one{Uno de {all, number}} other{# de {all, number}}}',
      fr: '{links, plural, one{Un sur {all, number}} other{# sur {all, number}}}',
    },
  },
} as const
const texts = textsByLanguage(messages)

describe('a text', () => {
  it('without slots is a string', () => {
    expect(LANGUAGES.map((it) => texts[it].title)).toEqual(['Links', 'Links', 'Enlaces', 'Liens'])
    expectTypeOf(texts.en.title).toEqualTypeOf<string>()
  })

  it('with one slot takes its value, or an object', () => {
    expect(texts.de.deleted('{name} $&')).toBe('{name} $& gelöscht')
    expect(texts.de.deleted({ name: 'x' })).toBe('x gelöscht')
    expectTypeOf(texts.en.deleted)
      .parameter(0)
      .toEqualTypeOf<string | number | { name: string | number }>()
  })

  it('with several slots takes an object, and numbers for numbers and plurals', () => {
    expectTypeOf(texts.en.group.moved)
      .parameter(0)
      .toEqualTypeOf<{ links: number } & { folder: string | number }>()
    expectTypeOf(texts.en.group.of)
      .parameter(0)
      .toEqualTypeOf<{ links: number } & { all: number } & { all: number }>()
  })

  it.each([
    ['en', 0, 'Moved 0 links to #', '0 of 2,000'],
    ['en', 1, 'Moved 1 link to #', 'One of 2,000'],
    ['de', 1_000, '1.000 Links nach # verschoben', '1.000 von 2.000'],
    ['fr', 0, '0 lien déplacé vers #', 'Un sur 2\u202f000'],
    ['es', 1_000_000, '1.000.000 enlaces movidos a #', '1.000.000 de 2000'],
  ] as const)('has the plural of %s for %i', (language, links, moved, of) => {
    const { group } = texts[language]
    expect(group.moved({ links, folder: '#' })).toBe(moved)
    expect(group.of({ links, all: 2_000 })).toBe(of)
  })

  it('formats numbers as told', () => {
    const { group } = textsIn('en', messages, (value) => `<${value}>`)
    expect(group.of({ links: 5, all: 7 })).toBe('<5> of <7>')
  })
})

it('a missing language is a type error', () => {
  // @ts-expect-error: no French.
  textsIn('en', { title: { en: 'Link', de: 'Link', es: 'Enlace' } })
})
