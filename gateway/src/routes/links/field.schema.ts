import { forDestinations, forLists, type ListField } from '@fingerpost/protos/redirect-rules'
import { type Static, type TSchema, Type } from 'typebox'
import {
  DateTime,
  Id,
  Nullable,
  OptionalInteger,
  OptionalText,
  OptionalUrl,
} from '../../schema/shared.schema.ts'
import { Destination, NewRules, SHOWN_LISTS } from './list.schema.ts'

const label = (title: string) =>
  Type.Object(
    { id: Type.Integer(), name: Type.String(), color: Nullable(Type.String()) },
    { title },
  )

/** An id, or the whole label in the form that responses contain. */
const TagReference = Type.Unsafe<number | { id: number }>({
  type: ['integer', 'object'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  properties: { id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  required: ['id'],
})

const readOnly = <Read extends TSchema>(read: Read) => ({ read })
const utm = { read: Nullable(Type.String()), write: OptionalText(512) }

/**
 * The fields of a link in JSON, in the order of responses: the schema in responses, unless it is
 * never shown, and the schema in requests, unless it is read-only. The schemas of creation, update,
 * responses, exports and imports derive from this table.
 */
export const LINK_FIELDS = {
  id: readOnly(Type.String()),
  organization_id: readOnly(Type.String()),
  org_id: readOnly(Type.String()),
  user_id: readOnly(Type.String()),
  url: { read: Type.String(), write: Destination },
  domain_id: { read: Type.Integer(), write: Id },
  domain: readOnly(Type.String()),
  slug: { read: Type.String(), write: OptionalText(1_024) },
  short_url: readOnly(Type.String()),
  title: { read: Type.String(), write: OptionalText(512) },
  folder_id: { read: Nullable(Type.Integer()), write: OptionalInteger(1) },
  folder: readOnly(Nullable(label('LinkFolder'))),
  tags: {
    read: Nullable(Type.Array(label('LinkTag'))),
    write: Type.Optional(
      Type.Unsafe<(number | { id: number })[] | null>({
        type: ['array', 'null'],
        items: TagReference,
        maxItems: 1_000,
      }),
    ),
  },
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_term: utm,
  utm_content: utm,
  utm_reference: utm,
  redirect_code: {
    read: Type.Unsafe<number>({ type: 'integer', enum: [301, 302] }),
    write: Type.Optional(Type.Unsafe<number | null>({ enum: [301, 302, null] })),
  },
  password: {
    write: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: 256 }),
    ),
  },
  remove_password: {
    write: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
  },
  expires_at: {
    read: Nullable(DateTime),
    write: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
    ),
  },
  expires_after: { read: Type.Integer(), write: OptionalInteger(0) },
  expire_url: { read: Nullable(Type.String()), write: OptionalUrl() },
  ...forDestinations(() => ({ read: Nullable(Type.String()), write: OptionalUrl('app') })),
  ...(forLists((field) => readOnly(SHOWN_LISTS[field])) as {
    [F in ListField]: { read: (typeof SHOWN_LISTS)[F] }
  }),
  rules: { read: SHOWN_LISTS.rules, write: NewRules },
  geo_url: readOnly(Type.Optional(Nullable(Type.String()))),
  favicon: readOnly(Type.Optional(Type.String())),
  has_password: readOnly(Type.Boolean()),
  clicks: readOnly(
    Type.Integer({
      description:
        'Clicks since the link was created, without bots; deleted clicks stay counted. `GET /analytics/series` has the visitors of up to 100 links',
    }),
  ),
  clicked_at: readOnly(Nullable(DateTime)),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
}

type Fields = typeof LINK_FIELDS
type With<Side extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Record<Side, TSchema> ? Name : never
}[keyof Fields]

/** A field of responses. */
export type ReadField = With<'read'>
/** A field of requests. */
export type WriteField = With<'write'>

const entriesOf = (side: string) =>
  Object.entries(LINK_FIELDS).flatMap(([name, field]) => {
    const schema = (field as Record<string, TSchema>)[side]
    return schema ? [[name, schema] as const] : []
  })

/** The schemas of all fields of responses. */
export const READ = Object.fromEntries(entriesOf('read')) as {
  [Name in ReadField]: Fields[Name]['read']
}

/** The schemas of all fields of requests. */
export const WRITE = Object.fromEntries(entriesOf('write')) as {
  [Name in WriteField]: Fields[Name]['write']
}

/** Read-only fields: accepted and ignored, so that a response can be sent back. */
export const READ_ONLY = Object.keys(READ).filter((name) => !(name in WRITE))

/** The values of a request; null counts as absent. */
export type Given = {
  [Name in WriteField]: Exclude<Static<Fields[Name]['write']>, null> | undefined
}
