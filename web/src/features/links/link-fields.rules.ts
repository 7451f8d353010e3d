import type { paths, Schemas } from '@fingerpost/client'
import { text } from '#messages/link-form-fields.ts'
import { fieldTime, instantOf } from '../../shared/local-time.rules.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { type RuleRow, toRuleRows } from './condition.rules.ts'
import type { ListField } from './destination.rules.ts'

type Link = Schemas['Link']
export type LinkBody = paths['/link/{link_id}']['put']['requestBody']['content']['application/json']

/** A section of the form; `basic` is above the sections. */
export type Part = 'basic' | 'utm' | 'code' | 'expiry' | 'password' | 'rules' | 'devices'

interface Kind<Stored, Sent> {
  part: Part
  /** The input in the form; `own` has a component in `FieldInput`. */
  input: 'text' | 'url' | 'time' | 'count' | 'own'
  /** The value in the form: texts are never null, times are local to the zone. */
  read: (stored: Stored | undefined, zone: string) => unknown
  /** The value in a request; null clears the field. */
  send: (value: never, zone: string) => Sent
  /** The name of the column in a file, if it is not that of the field; without one, it has no column. */
  column?: string | undefined
}

const TEXT = {
  input: 'text',
  read: (stored?: string | null) => stored ?? '',
  send: (typed: string) => typed.trim() || null,
} as const
const DESTINATION = {
  ...TEXT,
  input: 'url',
  send: (typed: string) => completeUrl(typed) || null,
} as const
const TIME = {
  input: 'time',
  read: (stored: string | null | undefined, zone: string) =>
    stored ? fieldTime(zone, stored) : '',
  send: (typed: string, zone: string) => (typed ? instantOf(zone, typed) : null),
} as const
const COUNT = {
  input: 'count',
  read: (stored?: number): number | string => stored || '',
  send: (typed: number | string) => (typed === '' ? null : Number(typed)),
} as const

/** Fields that a request can set; the others are read-only, and their values unknown. */
type Settable = {
  [Name in keyof LinkBody]-?: unknown extends LinkBody[Name] ? never : Name
}[keyof LinkBody]

/** The fields of a link. The form, requests, problems, history, audit log and imports derive from them. */
export const LINK_FIELDS = {
  url: {
    part: 'basic',
    ...TEXT,
    input: 'own',
    send: completeUrl,
  },
  slug: {
    part: 'basic',
    ...TEXT,
    input: 'own',
    send: (typed: string) => typed.trim(),
  },
  domain_id: {
    part: 'basic',
    input: 'own',
    read: (stored?: number) => `${stored ?? 0}`,
    send: Number,
    column: 'domain',
  },
  title: { part: 'basic', ...TEXT, input: 'own' },
  folder_id: {
    part: 'basic',
    input: 'own',
    read: (stored?: number | null) => (stored ? `${stored}` : null),
    send: (id: string | null) => (id === null ? null : Number(id)),
    column: 'folder',
  },
  tags: {
    part: 'basic',
    input: 'own',
    read: (stored?: Link['tags']) => (stored ?? []).map(({ id }) => `${id}`),
    send: (ids: string[]) => ids.map(Number),
  },
  utm_source: { part: 'utm', ...TEXT },
  utm_medium: { part: 'utm', ...TEXT },
  utm_campaign: { part: 'utm', ...TEXT },
  utm_term: { part: 'utm', ...TEXT },
  utm_content: { part: 'utm', ...TEXT },
  utm_reference: { part: 'utm', ...TEXT },
  redirect_code: {
    part: 'code',
    input: 'own',
    read: (stored?: number) => (stored === 301 ? '301' : '302'),
    send: (code: string) => (code === '301' ? (301 as const) : (302 as const)),
  },
  expires_at: { part: 'expiry', ...TIME },
  expires_after: { part: 'expiry', ...COUNT },
  expire_url: { part: 'expiry', ...DESTINATION },
  rules: {
    part: 'rules',
    input: 'own',
    read: toRuleRows,
    send: (rows: RuleRow[]) =>
      rows.length === 0
        ? null
        : rows.map(({ key: _, ...rule }) => ({ ...rule, url: completeUrl(rule.url) })),
  },
  ios: { part: 'devices', ...DESTINATION },
  android: { part: 'devices', ...DESTINATION },
  password: {
    part: 'password',
    input: 'own',
    read: () => '',
    send: (typed: string) => typed || null,
    column: undefined,
  },
  remove_password: {
    part: 'password',
    input: 'own',
    read: () => false as boolean,
    send: (removed: boolean) => removed,
    column: undefined,
  },
} as const satisfies {
  [Name in Settable]: Kind<Name extends keyof Link ? Link[Name] : undefined, LinkBody[Name]>
}

type Fields = typeof LINK_FIELDS
export type LinkField = keyof Fields

/** Fields whose input is one of the four common ones. */
export type CommonField = {
  [Name in LinkField]: Fields[Name]['input'] extends 'own' ? never : Name
}[LinkField]

export type FieldOf<P extends Part> = {
  [Name in LinkField]: Fields[Name]['part'] extends P ? Name : never
}[LinkField]

const NAMES = Object.keys(LINK_FIELDS) as readonly LinkField[]

/** The fields of a part of the form. */
export const fieldsOf = <P extends Part>(part: P) =>
  NAMES.filter((name): name is FieldOf<P> => LINK_FIELDS[name].part === part)

/** The UTM parameters, by their names in a URL. */
export const UTM = fieldsOf('utm')

/** The labels of fields. UTM parameters have the same name everywhere. */
export const LABELS: Readonly<Record<LinkField | ListField, string>> &
  Readonly<Record<string, string>> = {
  ...text,
  remove_password: text.password,
  ...(Object.fromEntries(UTM.map((name) => [name, name])) as Record<FieldOf<'utm'>, string>),
}

/** The values of the fields in the form. */
export type LinkValues = { [Name in LinkField]: ReturnType<Fields[Name]['read']> }

/** The values of a link, or of a new one; times are those of the zone. */
export const readFields = (link: Partial<Link>, zone: string) =>
  Object.fromEntries(
    NAMES.map((name) => [name, LINK_FIELDS[name].read(link[name as keyof Link] as never, zone)]),
  ) as LinkValues

type Sent = { [Name in LinkField]: ReturnType<Fields[Name]['send']> }

/** The values as requests have them. */
export const sendFields = (values: LinkValues, zone: string) =>
  Object.fromEntries(
    NAMES.map((name) => [name, LINK_FIELDS[name].send(values[name] as never, zone)]),
  ) as Sent
