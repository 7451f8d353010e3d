import { CHROME } from '../agents.ts'

/** The domains that rows stand on; each is made anew for a run, under a name of its own. */
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

/** A link in the words of the API. */
export interface LinkFields {
  url?: string
  slug?: string
  title?: string
  redirect_code?: 301 | 302
  password?: string
  expires_at?: string
  expires_after?: number
  expire_url?: string
  ios?: string
  android?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
  utm_term?: string
  utm_content?: string
  utm_reference?: string
  geo?: { country: string; url: string }[]
  ab?: { percent: number; url: string }[]
}

/** How somebody comes to a link. */
export interface Visitor {
  method?: string
  /** `{domain}` and `{DOMAIN}` stand for the name of the domain. */
  host?: string
  /** `{slug}` and `{SLUG}` stand for the slug; else the link itself is visited. */
  path?: string
  query?: string
  /** Client address, as a trusted proxy tells it. */
  from?: string
  /** Chrome on Linux unless told; null sends none. */
  agent?: string | null
  headers?: Record<string, string>
}

/** One line of the table: a link, a visitor, and all that has to come of it. */
export interface Row {
  name: string
  domain: DomainKey
  /** Without one nothing stands at the address. */
  link?: LinkFields | undefined
  deleted?: boolean
  visitor: Visitor
  status: number
  location?: string | undefined
  /** Headers by their name; null for one that must not be there. */
  headers: Record<string, string | null>
  /** Texts that the body has to show, and must not. */
  shows?: readonly string[]
  hides?: readonly string[]
  /** Fields of the click as /analytics/stream shows it; null for none. */
  click: Record<string, unknown> | null
}

export const PAGE = 'https://example.com/page'
/** In Prague, London (not in the EU), Mountain View, and nowhere. */
export const FROM = {
  CZ: '83.208.93.244',
  GB: '81.2.69.142',
  US: '8.8.8.8',
  nowhere: '10.1.2.3',
} as const

const SECRET_TITLE = 'Only for friends'
export const SECRET_URL = 'https://secret.example/place'
/** A link whose name and destination nobody may see. */
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

/** A visit that is sent on, and is a click unless told. */
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

/** What is known of every visitor of the table. */
const known = ({ agent = CHROME, from = FROM.CZ }: Visitor) => ({
  ip: from,
  is_bot: false,
  ...(agent === CHROME && { browser: 'Chrome', os: 'Linux', device: 'Desktop', is_mobile: false }),
  ...(from === FROM.CZ && { country: 'CZ', city: 'Prague', continent: 'Europe', is_eu: true }),
})

/** A visit that is led elsewhere: no short link, and no click. */
export function led(name: string, location: string, rest: Omit<Rest, 'click'> = {}): Row {
  const { domain = 'targets', link, visitor = {}, headers = {} } = rest
  const all = { ...NO_STORE, ...headers }
  return { name, domain, link, visitor, status: 302, location, headers: all, click: null }
}

/** A visit that ends at a page. */
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
