import type { Condition } from '@fingerpost/protos/conditions'
import type { DestinationField } from '@fingerpost/protos/redirect-rules'
import { CHROME } from '../agents.ts'

/** The domains that rows refer to; each run creates them under new names. */
export const DOMAINS = {
  plain: {},
  override: { forward_query: 'override' },
  off: { forward_query: 'off' },
  targets: {
    root_url: 'https://team.example/root',
    not_found_url: 'https://team.example/nothing',
    expired_url: 'https://team.example/over',
  },
  strict: { case_sensitive: true, allow_preview: false },
  unverified: {},
} as const

export type DomainKey = keyof typeof DOMAINS

/** The fields of a link, named as in the API. */
export interface LinkFields extends Partial<Record<DestinationField, string>> {
  url?: string
  slug?: string
  title?: string
  redirect_code?: 301 | 302
  password?: string
  expires_at?: string
  expires_after?: number
  expire_url?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
  utm_term?: string
  utm_content?: string
  utm_reference?: string
  geo?: { country: string; url: string }[]
  ab?: { percent: number; url: string }[]
  rules?: { name: string; url: string; when: Condition[] }[]
}

/** How a visitor requests a link. */
export interface Visitor {
  method?: string
  /** `{domain}` and `{DOMAIN}` are replaced by the name of the domain. */
  host?: string
  /** `{slug}` and `{SLUG}` are replaced by the slug; without a path, the link itself is visited. */
  path?: string
  query?: string
  /** Client address, as reported by a trusted proxy. */
  from?: string
  /** Chrome on Linux by default; null sends no user agent. */
  agent?: string | null
  headers?: Record<string, string>
}

/** A row of the table: a link, a visitor, and everything that must result. */
export interface Row {
  name: string
  domain: DomainKey
  /** Without a link, the path is unknown. */
  link?: LinkFields | undefined
  deleted?: boolean
  visitor: Visitor
  status: number
  location?: string | undefined
  /** Headers by name; null for one that must be absent. */
  headers: Record<string, string | null>
  /** Texts that the body must contain, and must not contain. */
  shows?: readonly string[]
  hides?: readonly string[]
  /** Fields of the click as returned by /analytics/stream; null for no click. */
  click: Record<string, unknown> | null
}

export const PAGE = 'https://example.com/page'
/** Addresses in Prague, London (not in the EU), Mountain View, and without a location. */
export const FROM = {
  CZ: '83.208.93.244',
  GB: '81.2.69.142',
  US: '8.8.8.8',
  nowhere: '10.1.2.3',
} as const

const SECRET_TITLE = 'Only for friends'
export const SECRET_URL = 'https://secret.example/place'
/** A link whose title and destination must not be revealed. */
export const secret = (own: LinkFields = {}): LinkFields => ({
  url: SECRET_URL,
  title: SECRET_TITLE,
  ...own,
})
export const HIDDEN = [SECRET_URL, 'secret.example', SECRET_TITLE] as const

const REDIRECT = { 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store', vary: null }
const NO_STORE = { ...REDIRECT, 'cache-control': 'no-store' }

interface Rest {
  domain?: DomainKey
  link?: LinkFields
  visitor?: Visitor
  headers?: Record<string, string | null>
  click?: Record<string, unknown> | null
}

/** A visit that is redirected and recorded as a click by default. */
export function served(name: string, location: string, rest: Rest = {}): Row {
  const { domain = 'plain', link = {}, visitor = {}, headers = {}, click = {} } = rest
  const url = link.url ?? PAGE
  return {
    name,
    domain,
    link: { url, ...link },
    visitor,
    status: link.redirect_code ?? 302,
    location,
    headers: { ...REDIRECT, ...headers },
    click: click && { url, variant: 'main', trigger: 'link', ...known(visitor), ...click },
  }
}

/** Recorded fields that are the same for every visitor of the table. */
const known = ({ agent = CHROME, from = FROM.CZ }: Visitor) => ({
  ip: from,
  is_bot: false,
  ...(agent === CHROME && { browser: 'Chrome', os: 'Linux', device: 'Desktop', is_mobile: false }),
  ...(from === FROM.CZ && { country: 'CZ', city: 'Prague', continent: 'Europe', is_eu: true }),
})

/** A visit that is redirected without a short link, and recorded as no click. */
export function led(name: string, location: string, rest: Omit<Rest, 'click'> = {}): Row {
  const { domain = 'targets', link, visitor = {}, headers = {} } = rest
  const all = { ...NO_STORE, ...headers }
  return { name, domain, link, visitor, status: 302, location, headers: all, click: null }
}

/** A visit that is answered with a page. */
export function page(
  name: string,
  status: number,
  rest: Omit<Rest, 'click'> & {
    deleted?: boolean
    shows?: string[]
    hides?: readonly string[]
  } = {},
): Row {
  const { domain = 'plain', link, deleted = false, visitor = {}, headers = {} } = rest
  const { shows = [], hides = [] } = rest
  const all = {
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    vary: 'Accept-Language',
    'content-language': 'en',
    ...headers,
  }
  return {
    name,
    domain,
    link,
    deleted,
    visitor,
    status,
    headers: all,
    shows,
    hides,
    click: null,
  }
}
