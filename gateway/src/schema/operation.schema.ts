import { CONDITIONS, DIMENSIONS } from '@fingerpost/protos/dimensions'
import type { ProblemCode } from './problem.schema.ts'

export const TAGS = {
  Links: 'Short links and their destinations.',
  Folders: 'A link is in at most one folder.',
  Tags: 'A link has any number of tags.',
  Views: 'Saved views: addresses of pages of the dashboard, shared by a team.',
  Domains: 'Hosts of short links.',
  Analytics:
    'Clicks of visitors. All operations except geolocation take the same filters. Repeat a filter to match any of several values: `country=DE&country=FR`. With `_not` it matches all other values, and with `_contains` a part of the text, case-insensitive.',
  Erasures: 'Jobs that delete clicks.',
  Notes: 'Notes of a team on the chart of clicks, at a time and for one link or all.',
  'Bio page': 'A public page with the links of a team.',
  Organization: 'The team of the key or session.',
  'API keys': 'Keys for this API and their scopes.',
  Members: 'The people of an organization, their roles, and invitations.',
  People: 'Your account and its sessions.',
  Passkeys: 'Signing in with a passkey (WebAuthn), and your passkeys.',
  Webhooks: 'Messages to your own servers.',
  'Audit log': 'Changes of the team’s objects, with their actors and the values before and after.',
  Service: 'This service itself.',
} as const

/** The parts of an operation in the OpenAPI document that its route's schemas do not contain. */
export interface Operation {
  /** The operationId, from which clients name their methods. */
  id: string
  /** A few words, without a full stop. */
  summary: string
  description?: string
  tag: keyof typeof TAGS
  /** Example of the JSON body. */
  request?: unknown
  /** Examples of bodies of other types, by media type. */
  requests?: Record<string, unknown>
  /** Example of the response, if the operation has one success status. */
  answer?: unknown
  /** Examples of responses by status, if the operation has several. */
  answers?: Record<number, unknown>
  /** Examples of responses by media type, if the response is not always JSON. */
  types?: Record<string, unknown>
  /** Problem codes besides those that every operation of its form can return. */
  problems?: readonly ProblemCode[]
}

/** Keyed by method and path: `GET /link/{link_id}`. A PATCH uses the entry of its PUT. */
export type Operations = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Operation>

const CONDITION_TEXTS = {
  is_not: 'Excluded value of $',
  contains: 'Part of $, case-insensitive',
}

/** Descriptions of parameters, the same for every operation. */
export const PARAMETERS: Record<string, string> = {
  'Idempotency-Key':
    'A unique key for this request, 1 to 255 characters. Repeating the request with the same key within 24 hours has no effect and returns the first response.',
  'X-Organization-Id':
    'Id of the organization of the request, for a session whose person is a member of several; by default the one joined first',
  page: 'Number of the page, from 0',
  click_retention_months: 'Whole months for which clicks would be kept',
  limit: 'Items per page; 25 by default',
  sort: 'Field to sort by',
  order: 'Sort order',
  search: 'Part of the text to search for, case-insensitive',
  page_name: 'Page of the dashboard; all by default',
  id: 'Id of the resource',
  link_id: 'Id of the link',
  link_ids: 'Ids of links, separated by commas',
  job_id: 'Id of the import',
  delivery_id: 'Id of the delivery',
  domain: 'Host name of the domain',
  domain_id: 'Id of the domain',
  folder_id: 'Id of the folder; 0 in filters means no folder',
  tag_id: 'Id of a tag',
  tags: 'Ids of tags',
  slug: 'The part of the short URL after the slash',
  status: 'Of links, whether they are active; of messages, the outcome',
  has_password: 'Whether the link has a password',
  created_from: 'Created at this time or later',
  created_to: 'Created before this time',
  counts:
    'Whether to return the number of links and of their clicks, which needs the scope link:read; false by default',
  favicon: 'Whether to return the favicon of each destination; false by default',
  url: 'URL of a page',
  ip: 'An IPv4 or IPv6 address',
  user_agent: 'User-Agent of the visitor',
  accept_language: 'Accept-Language of the visitor',
  referer_url: 'Address of the page with the link',
  query: 'Query string of the visit',
  at: 'Time of the visit; now by default',
  part: 'An operation below /analytics with its parameters: clicks?interval=day; up to 10 times',
  period:
    'today, yesterday, week, lastweek, month, lastmonth, year, all, or two days: 2026-11-01,2026-11-20; a time after a day begins or ends the period then: 2026-11-19T13:37:00,2026-11-20T13:37:00; the last 30 days by default',
  timezone: 'IANA time zone of the days; UTC by default',
  interval: 'Length of the intervals; depends on the period by default',
  ...Object.fromEntries(Object.entries(DIMENSIONS).map(([name, { accepts }]) => [name, accepts])),
  ...Object.fromEntries(
    [...CONDITIONS.values()].flatMap(({ name, field, operator }) =>
      operator === 'is' ? [] : [[name, CONDITION_TEXTS[operator].replace('$', field)]],
    ),
  ),
  include_bots: 'Whether to include bots; false by default',
  before: 'Id of an entry: only older ones',
  offset: 'Number of items to skip: the value of `next`',
  actor_kind:
    'Who made the change: an API key, a person who was signed in, the operator of this service, or the service itself',
  actor_id: 'Id of the API key or of the person',
  operation: 'What happened to the object',
  object_kind: 'Kind of the object',
  object_id: 'Id of the object',
  from: 'At this time or later',
  to: 'Before this time',
  fields: 'Names of groupings, separated by commas',
  format: 'Format of the response',
  keys: 'What happens to the API keys that the member created; revoke by default',
  keep: 'What continues and is handed over to the caller: webhooks, imports',
  ignore_domain: 'Create all links on domain_id, regardless of the domain in the rows',
  with_clicks: 'Delete permanently, with all clicks',
  bom: 'Start CSV with a byte order mark',
  size: 'Width and height in pixels',
  level: 'Level of error correction',
  color:
    'Color of the dark parts, hexadecimal; darker than background, with a contrast of at least 3:1',
  background: 'Color of the light parts, hexadecimal',
  margin: 'Width of the quiet zone, in modules; 4 by default and at least',
}
