/** The languages of all pages. */
export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * The translations of a text, in ICU MessageFormat: `{name}`, `{count, number}` and
 * `{count, plural, one{# link} other{# links}}`.
 */
export type Message = Readonly<Record<Language, string>>

/** Messages by name, which may be grouped. */
export interface Messages {
  readonly [name: string]: Message | Messages
}

/** The slots of a text, with what they take. A brace after the name of a plural form opens no slot. */
type Slots<T extends string> = T extends `${infer Before}{${infer After}`
  ? (Before extends `${string}${'one' | 'other'}` ? unknown : Slot<After>) & Slots<After>
  : unknown

type Slot<T extends string> = T extends `${infer Head}}${string}`
  ? Head extends `${infer Name}, ${string}`
    ? { [K in Name]: number }
    : { [K in Head]: string | number }
  : unknown

type IsUnion<T, Each = T> = Each extends unknown ? ([T] extends [Each] ? false : true) : never

/** A text without slots is a string. A function takes the values by name, a single one also as it is. */
type Text<T extends string, Values = Slots<T>> = [keyof Values] extends [never]
  ? string
  : true extends IsUnion<keyof Values>
    ? (values: Values) => string
    : (value: Values | Values[keyof Values]) => string

/** The messages in one language. */
export type Texts<M> = {
  readonly [K in keyof M]: M[K] extends { readonly en: infer T extends string }
    ? Text<T>
    : Texts<M[K]>
}

const BRANCH = /(\w+)\{((?:[^{}]|\{[^{}]*\})*)\}/g
const SLOT = /\{(\w+)(?:, (?:number|plural, ((?:\w+\{(?:[^{}]|\{[^{}]*\})*\}\s*)+)))?\}/g

/**
 * The messages in a language. A build may have replaced each message by its text in that language.
 * `formatNumber` is for numbers and plurals.
 */
export function textsIn<const M extends Messages>(
  language: Language,
  messages: M,
  formatNumber: (value: number) => string = new Intl.NumberFormat(language).format,
): Texts<M> {
  const plurals = new Intl.PluralRules(language)

  const fill = (text: string, get: (name: string) => unknown): string =>
    text.replace(SLOT, (slot, name: string, branches: string | undefined) => {
      const value = get(name)
      if (!slot.includes(',')) return `${value}`
      const count = Number(value)
      if (branches === undefined) return formatNumber(count)
      const forms = new Map([...branches.matchAll(BRANCH)].map(([, form, text]) => [form, text]))
      const form = forms.get(plurals.select(count)) ?? forms.get('other') ?? ''
      return fill(form.replaceAll('#', formatNumber(count)), get)
    })

  const translate = (it: string | Message | Messages): unknown => {
    if (typeof it === 'string') return it.includes('{') ? textOf(it) : it
    if (isMessage(it)) return translate(it[language])
    return Object.fromEntries(Object.entries(it).map(([name, of]) => [name, translate(of)]))
  }

  const textOf = (text: string) => (given: unknown) =>
    fill(text, (name) =>
      typeof given === 'object' ? (given as Record<string, unknown>)[name] : given,
    )

  return translate(messages) as Texts<M>
}

const isMessage = (it: Message | Messages): it is Message => typeof it.en === 'string'

/** The messages in each language. */
export const textsByLanguage = <const M extends Messages>(messages: M) =>
  Object.fromEntries(LANGUAGES.map((it) => [it, textsIn(it, messages)])) as Record<
    Language,
    Texts<M>
  >
