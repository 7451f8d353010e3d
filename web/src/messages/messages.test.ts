import { expect, it } from 'vitest'

type Text = string | ((...inserted: readonly (readonly number[])[]) => string)
type Texts = { readonly [key: string]: Text | Texts }

const files = import.meta.glob<{ text: Texts }>('./*/*.ts', { eager: true })

const leaves = (texts: Texts, path: string): [string, Text][] =>
  Object.entries(texts).flatMap(([key, it]) =>
    typeof it === 'object' ? leaves(it, `${path} ${key}`) : [[`${path} ${key}`, it] as const],
  )

const textsOf = (language: string) =>
  new Map(
    Object.entries(files)
      .filter(([path]) => path.startsWith(`./${language}/`))
      .flatMap(([path, { text }]) => leaves(text, path.slice(language.length + 3))),
  )

/** To a text, a list of one number is a number, a word and a list. */
const said = (text: Text | undefined, count: number): string =>
  typeof text === 'function' ? `${text([count], [count + 1], [count + 2])}` : (text ?? '')

const SLOT = /\{\w+\}/g
const partsOf = (text: string, part: RegExp) => (text.match(part) ?? []).toSorted()

const english = textsOf('en')

/** Names and units that are the same in all languages. */
const NAMES = [' px', '2 ms', 'Android', 'DNS', 'Fingerpost', 'PNG', 'SVG', 'URL']

/** The other texts that are as in English, by language; 2 stands for what is inserted. */
const SAME: Readonly<Record<string, string>> = {
  de: `2 in 3, Admin, Bots, Browser, Details, Domain, Domain…, Domains, Esc, Export, Host, IP Geolocation by DB-IP,
    Link, Links, Live, Logo, Medium, Name, Passkey, Passkey 2, Passkeys, Position, Region, Slug, Status, System, Tab,
    Tag, Tags, Team, Team 2, Webhook, Webhooks, Website, email, header, newsletter, partner-7`,
  es: `Bots, Color, Ctrl K, Ctrl Z, Editor, Error, Esc, Host, No, Slug, Tab, Webhook, Webhooks, editor`,
  fr: `Actions, Admin, Condition, Continent, Continents, Ctrl K, Ctrl Z, Destination, Destinations, Direct,
    IP Geolocation by DB-IP, Image, Invitation, Logo, Note, Notes, Pages, Permissions, Position, Secret, Session,
    Sessions, Slug, Source, Sources, Tab, Tag, Tags, Webhook, Webhooks, actions, admin`,
}
const TRANSLATED = [...new Set(Object.keys(files).map((path) => path.split('/')[1] ?? ''))].filter(
  (language) => language !== 'en',
)

it.each(TRANSLATED)('%s has a text of its own for each text of English', (language) => {
  const texts = textsOf(language)
  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  expect(texts.get('shared.ts languageCode')).toBe(language)
  const same = [...english]
    .filter(([key, text]) => said(text, 2) === said(texts.get(key), 2))
    .map(([, text]) => said(text, 2))
    .filter((text) => /\p{L}/u.test(text.replaceAll(SLOT, '')))
  expect(new Set(same)).toEqual(new Set([...NAMES, ...(SAME[language] ?? '').split(/,\s+/)]))
})

it.each(TRANSLATED)('%s has the slots and numbers of English', (language) => {
  for (const [key, text] of textsOf(language)) {
    for (const part of [SLOT, /\d+/g]) {
      expect(partsOf(said(text, 2), part), key).toEqual(partsOf(said(english.get(key), 2), part))
    }
  }
})

it.each(['en', ...TRANSLATED])('%s has a text for every count', (language) => {
  for (const [key, text] of textsOf(language)) {
    for (const count of [0, 1, 2, 1_000_000]) {
      expect(said(text, count), key).toMatch(/\S/)
      expect(said(text, count), key).not.toMatch(/undefined|null|NaN|\[object/)
    }
  }
})
