import type { ProblemBody } from '../schema/shared.schema.ts'

/** What an action answers: values by name, and the text of the format `simple`. */
export interface YourlsAnswer {
  status: number
  body: YourlsBody
  simple?: string
}
export interface YourlsBody {
  [name: string]: string | number | YourlsBody
}

export const FORMATS = ['json', 'xml', 'simple'] as const
export type Format = (typeof FORMATS)[number]

/** A link as this API describes it. */
export interface YourlsLink {
  slug: string
  short_url: string
  url: string
  title: string
  clicks: number
  created_at: string
}

/** An error; `errorCode` is what older clients read. */
export const failed = (status: number, message: string, fields: YourlsBody = {}): YourlsAnswer => ({
  status,
  body: { ...fields, message, errorCode: status, statusCode: status },
  simple: message,
})

/** Answer for an API key that is missing or not valid. */
export const unauthorized = (message: string): YourlsAnswer => failed(403, message)

/** The problem of a call in the words of YOURLS. */
export function failureOf({ status, code, detail, errors }: ProblemBody): YourlsAnswer {
  const [first] = errors
  const message = first ? `${first.field}: ${first.detail}` : detail
  if (status === 401) return unauthorized(detail)
  return failed(status, message, { status: 'fail', code: `error:${code}` })
}

/** Why a URL was not shortened. */
export function shortenFailure(problem: ProblemBody, keyword: string): YourlsAnswer {
  const { simple: _, ...failure } = failureOf(problem)
  const fail = (code: string, message: string) => ({
    status: 400,
    body: { ...failure.body, code, message, errorCode: 400, statusCode: 400 },
  })
  const fields = problem.errors.map(({ field }) => field)
  if (problem.code === 'slug_taken' || fields.includes('slug'))
    return fail('error:keyword', `Short URL ${keyword} already exists in database or is reserved`)
  if (fields.includes('url')) return fail('error:nourl', 'Missing or malformed URL')
  return { ...failure, simple: '' }
}

/** `2026-11-20 12:00:00`, UTC. */
const timeOf = (iso: string) => iso.slice(0, 19).replace('T', ' ')

/** Answer for a new link. */
export function shortened({ slug, short_url, url, title, created_at }: YourlsLink): YourlsAnswer {
  const made = { keyword: slug, url, title, date: timeOf(created_at), ip: '' }
  return {
    status: 200,
    body: {
      ...{ url: made, status: 'success', message: `${url} added to database` },
      ...{ title, shorturl: short_url, statusCode: 200 },
    },
    simple: short_url,
  }
}

export const expanded = ({ slug, short_url, url, title }: YourlsLink): YourlsAnswer => ({
  status: 200,
  body: {
    ...{ keyword: slug, shorturl: short_url, longurl: url, title },
    ...{ message: 'success', statusCode: 200 },
  },
  simple: url,
})

/** A link in statistics. */
const entryOf = ({ short_url, url, title, created_at, clicks }: YourlsLink): YourlsBody => ({
  ...{ shorturl: short_url, url, title, timestamp: timeOf(created_at), ip: '' },
  clicks: String(clicks),
})

const success = (body: YourlsBody): YourlsAnswer => ({
  status: 200,
  body: { statusCode: 200, message: 'success', ...body },
  simple: 'Need either XML or JSON format for stats',
})

export const statsOfLink = (link: YourlsLink) => success({ link: entryOf(link) })

export const statsOfLinks = (links: readonly YourlsLink[], totals: YourlsBody) =>
  success({
    links: Object.fromEntries(links.map((link, i) => [`link_${i + 1}`, entryOf(link)])),
    stats: totals,
  })

export const statsOfTeam = (totals: YourlsBody) => success({ 'db-stats': totals })

/** The list of links that a filter of `stats` means; a random one begins anywhere. */
export const LISTS = {
  top: 'sort=clicks&order=desc',
  bottom: 'sort=clicks&order=asc',
  last: 'sort=created_at&order=desc',
  rand: 'sort=created_at&order=desc',
} as const
export const isFilter = (name: string): name is keyof typeof LISTS => Object.hasOwn(LISTS, name)

/** Host and slug of a short URL; without a host for a keyword alone. */
export function addressOf(shorturl: string): { domain?: string; slug: string } {
  const text = /^https?:\/\//i.test(shorturl) ? shorturl : `http://./${shorturl}`
  const [, domain, slug = ''] = /^https?:\/\/([^/?#:]+)(?::\d+)?\/?([^?#]*)/i.exec(text) ?? []
  return domain === '.' || domain === undefined ? { slug } : { domain: domain.toLowerCase(), slug }
}

/** The text of an answer in a format, and its media type. */
export function render({ body, simple = '' }: YourlsAnswer, format: Format): [string, string] {
  if (format === 'json') return ['application/json', JSON.stringify(body)]
  if (format === 'simple') return ['text/plain; charset=utf-8', simple]
  return [
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<result>${elements(body)}</result>`,
  ]
}

const elements = (body: YourlsBody): string =>
  Object.entries(body)
    .map(
      ([name, it]) => `<${name}>${typeof it === 'object' ? elements(it) : escaped(it)}</${name}>`,
    )
    .join('')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text without the control characters that XML 1.0 cannot hold. */
const escaped = (value: string | number): string =>
  String(value)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are removed.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (it) => ENTITIES[it] ?? it)
