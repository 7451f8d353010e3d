import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Message, textsIn } from '../../messages/src/messages.ts'
import { root, sources } from './source.ts'

/** A node of a syntax tree. */
interface Node {
  type: string
  properties?: { key: { name?: string; value?: string }; value: Node & { value?: string } }[]
}

/** The messages of a file by the names that lead to them. */
function messagesOf(path: string): Map<readonly string[], Message> {
  const found = new Map<readonly string[], Message>()
  const walk = (it: unknown, names: readonly string[]): void => {
    const { properties } = (it ?? {}) as Node
    if (!properties) {
      for (const part of Object.values(it ?? {})) if (typeof part === 'object') walk(part, names)
      return
    }
    const entries = properties.flatMap(({ key, value }) =>
      key ? [[key.name ?? `${key.value}`, value] as const] : [],
    )
    const texts = Object.fromEntries(entries.map(([name, { value }]) => [name, value]))
    if (typeof texts.en === 'string') found.set(names, texts as Message)
    else for (const [name, value] of entries) walk(value, [...names, name])
  }
  walk(parseSync(path, codeOf(path)).program, [])
  return found
}

const codeOf = (path: string) => readFileSync(join(root, path), 'utf8')

const DASHBOARD = /^web\/src\/messages\//
const paths = sources().map(({ path }) => path)
const files = paths.filter(
  (path) =>
    DASHBOARD.test(path) ||
    (/^(kit|gateway|services)\/.*(?<!\.test)\.ts$/.test(path) &&
      /: Message = |textsByLanguage\(/.test(codeOf(path))),
)
const all = files.flatMap((path) =>
  [...messagesOf(path)].map(([names, message]) => ({ path, names, message })),
)
const nameOf = ({ path, names }: (typeof all)[number]) => `${path} ${names.join('.')}`

/** The texts that are as in English, by language; of all, they are names and units. */
const SAME: Readonly<Record<string, string>> = {
  all: '{count} ms, px, Android, DNS, Fingerpost, PNG, SVG, URL',
  de: `Admin, Browser, Details, Domain, Domain…, Domains, Esc, Export, Host,
    IP Geolocation by DB-IP, Link, Links, Live, Logo, Medium, Name, Passkey, Passkey {name}, Passkeys, Position, Region,
    Slug, Status, System, Tab, Tag, Tags, Team, Team {name}, Webhook, Webhooks, Website, email, header, newsletter,
    partner-7`,
  es: `Color, Ctrl K, Ctrl Z, Editor, Error, Esc, Host, No, Slug, Tab, Webhook, Webhooks, editor`,
  fr: `Actions, Admin, Condition, Continent, Continents, Ctrl K, Ctrl Z, Destination, Destinations, Direct,
    IP Geolocation by DB-IP, Image, Invitation, Logo, Note, Notes, Pages, Permissions, Position, Secret, Session,
    Sessions, Slug, Source, Sources, Tab, Tag, Tags, Webhook, Webhooks, actions, admin`,
}

describe('messages', () => {
  it('are found in the dashboard and the services', () => {
    expect(files.filter((path) => !DASHBOARD.test(path)).length).toBeGreaterThan(3)
    expect(all.length).toBeGreaterThan(1_000)
  })

  it.each(LANGUAGES)('%s is formatted as ICU MessageFormat defines', (language) => {
    const slots = (text: string) => new Set(text.match(/(?<!\b(?:one|other))\{\w+/g))
    for (const it of all) {
      const message = it.message[language]
      const names = [...slots(message)].map((slot) => slot.slice(1))
      expect(slots(message), nameOf(it)).toEqual(slots(it.message.en))
      const { text } = textsIn(language, { text: it.message }) as { text: unknown }
      for (const count of [0, 1, 2, 1_000_000]) {
        const values = Object.fromEntries(names.map((name, at) => [name, count + at]))
        const made = typeof text === 'function' ? text(values) : text
        const wanted = new IntlMessageFormat(message, language).format(values)
        expect(made, nameOf(it)).toBe(wanted)
        expect(made, nameOf(it)).toMatch(/\S/)
      }
    }
  })

  it.each(LANGUAGES.slice(1))('%s has a text of its own for each message', (language) => {
    const same = all
      .filter(({ message }) => message[language] === message.en)
      .map(({ message }) => message.en.trim())
      .filter((text) => /\p{L}/u.test(text.replaceAll(/\{.*\}/g, '')))
    const known = `${SAME.all}, ${SAME[language]}`.split(/,\s+/)
    expect([...new Set(same)].toSorted()).toEqual(known.toSorted())
  })

  it('have the numbers of English', () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).toSorted()
    for (const it of all) {
      for (const language of LANGUAGES) {
        expect(numbers(it.message[language]), nameOf(it)).toEqual(numbers(it.message.en))
      }
    }
  })

  it('of the dashboard are used', () => {
    const code = paths
      .filter((path) => /^web\/src\/.*(?<!\.test)\.tsx?$/.test(path) && !DASHBOARD.test(path))
      .map(codeOf)
    const nested = all.filter(({ path, names }) => DASHBOARD.test(path) && names.length > 0)
    const unused = [...Map.groupBy(nested, ({ path }) => path)].flatMap(([path, own]) => {
      const name = `'#messages${path.slice(path.lastIndexOf('/'))}'`
      const users = code.filter((it) => it.includes(name))
      return own.filter(({ names }) => !users.some((it) => isUsed(names, name, it))).map(nameOf)
    })
    expect(unused).toEqual([])
  })
})

/** Whether code names the message, or what contains it without one of its names: `text.kinds[kind]`. */
function isUsed(names: readonly string[], file: string, code: string): boolean {
  const alias = new RegExp(`(?:text as )?(\\w+) \\} from ${file}`).exec(code)?.[1]
  const [group = `(?:(?<!\\} )=|[(,?:]|\\.\\.)\\s*${alias}`, name] = [names.at(-2), names.at(-1)]
  return [`\\b${name}\\b`, `${group}\\b(?!:|\\??\\.\\w)`].some((it) => new RegExp(it).test(code))
}
