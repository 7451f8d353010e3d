import type { ProblemCode } from './problem.schema.ts'

export const TAGS = {
  Links: 'Short links and where they lead.',
  Folders: 'A link is in one folder or in none.',
  Tags: 'A link has any number of tags.',
  Domains: 'The hosts on which short links are made.',
  Analytics: 'What visitors did. All operations but the places take the same filters.',
  'Bio page': 'A public page with the links of a team.',
  Organization: 'The team that the key belongs to.',
  'API keys': 'What opens this API, and how far.',
  Webhooks: 'Messages to your own servers.',
  Service: 'This service itself.',
} as const

/** What the OpenAPI document says of an operation beyond what its route's schemas say. */
export interface Operation {
  /** The operationId: what the operation is called in clients. */
  id: string
  /** A few words, without a full stop. */
  summary: string
  description?: string
  tag: keyof typeof TAGS
  /** Example of the JSON body. */
  request?: unknown
  /** Examples of bodies of other types, by media type. */
  requests?: Record<string, unknown>
  /** Example of the answer, for the one status of success. */
  answer?: unknown
  /** Examples by status, where there are several. */
  answers?: Record<number, unknown>
  /** Examples by media type, where the answer is not JSON alone. */
  types?: Record<string, unknown>
  /** Besides those that any operation of its form can give. */
  problems?: readonly ProblemCode[]
}

/** By method and path: `GET /link/{link_id}`. A PATCH is described by its PUT. */
export type Operations = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Operation>

/** What a parameter means, wherever it stands. */
export const PARAMETERS: Record<string, string> = {
  'Idempotency-Key':
    'A name of your own for this request, 1 to 255 characters. The same request with the same name within 24 hours gets the first answer and does nothing.',
  page: 'Number of the page, from 0',
  limit: 'Items on a page; 25 when absent',
  sort: 'What the list is sorted by',
  order: 'Ascending or descending',
  search: 'What is looked for: a part of the text, in any case',
  id: 'Id of the resource',
  link_id: 'Id of the link',
  link_ids: 'Ids of links, between commas',
  job_id: 'Id of the import',
  domain: 'Host name of the domain',
  domain_id: 'Id of the domain',
  folder_id: 'Id of the folder; 0 in filters: in no folder',
  tag_id: 'Id of a tag; all that are named must be there',
  tags: 'Ids of tags',
  slug: 'The part of the short URL after the slash',
  status: 'Of links, whether they still lead anywhere; of messages, what came of them',
  has_password: 'Whether the link asks for a password',
  created_from: 'Made at this time or later',
  created_to: 'Made before this time',
  ip: 'An IPv4 or IPv6 address',
  user_agent: 'The visitor’s User-Agent',
  query: 'The visitor’s query string',
  at: 'The time of the visit; now when absent',
  period:
    'today, yesterday, week, lastweek, month, lastmonth, year, all, or two days: 2026-11-01,2026-11-20; the last 30 days when absent',
  timezone: 'IANA name of the zone whose days are meant; UTC when absent',
  interval: 'Width of the bars; chosen by the length of the period when absent',
  country: 'Two upper-case letters (ISO 3166-1)',
  city: 'English name, exactly',
  region: 'English name, exactly',
  continent: 'English name, exactly',
  browser: 'Name as it is stored',
  os: 'Name as it is stored',
  device: 'Name as it is stored',
  referer: 'Host of the page that led to the link',
  language: 'Code of the language, as it is stored',
  brand: 'Maker of the device, as it is stored',
  platform: 'Name as it is stored',
  utm_source: 'Value of utm_source in the visitor’s query string',
  utm_medium: 'Value of utm_medium in the visitor’s query string',
  utm_campaign: 'Value of utm_campaign in the visitor’s query string',
  utm_term: 'Value of utm_term in the visitor’s query string',
  utm_content: 'Value of utm_content in the visitor’s query string',
  utm_reference: 'Value of utm_reference in the visitor’s query string',
  include_bots: 'Whether visits of bots are counted too; false when absent',
  fields: 'Names of groupings, between commas',
  format: 'Format of the answer',
  ignore_domain: 'Make all links on domain_id, whatever domain the rows name',
  bom: 'Start CSV with a byte order mark',
  size: 'Width and height in pixels',
  level: 'Level of error correction',
  color: 'Color of the dark parts, hexadecimal',
  background: 'Color of the light parts, hexadecimal',
  margin: 'Width of the quiet zone, in modules',
}
