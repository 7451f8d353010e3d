import { Problem } from '@fingerpost/kit/http/problem'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Response } from 'undici'
import { toProblem, toProblemBody } from '../problems.ts'
import type { ProblemBody } from '../schema/shared.schema.ts'
import {
  addressOf,
  expanded,
  FORMATS,
  type Format,
  failed,
  failureOf,
  isFilter,
  LISTS,
  render,
  shortened,
  shortenFailure,
  statsOfLink,
  statsOfLinks,
  statsOfTeam,
  unauthorized,
  type YourlsAnswer,
  type YourlsLink,
} from './yourls.rules.ts'

export const YOURLS_PATH = '/yourls-api.php'
/** A URL, a title and a short URL, encoded. */
const BODY_BYTES = 131_072
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const PER_PAGE = 100

type Fields = Record<string, string>
/** Calls the API with the key of the request; throws Refused for a problem. */
type Api = <Body>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Body>

class Refused extends Error {
  readonly problem: ProblemBody
  constructor(problem: ProblemBody) {
    super(problem.detail)
    this.problem = problem
  }
}

/**
 * The API of YOURLS, which many tools speak. Each action is answered by calls of our own API with the API key that is
 * its `signature`, so that scopes, limits and the audit log apply.
 */
export async function yourlsRoutes(app: FastifyInstance, { version }: { version: string }) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORMS, { parseAs: 'buffer', bodyLimit: BODY_BYTES }, readForm)
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, async () => ({}))

  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = toProblem(error, request.id)
    if (problem.kind === 'internal') request.log.error({ err: error }, 'unexpected failure')
    return send(reply, failureOf(toProblemBody(problem, request.id)), 'json')
  })
  app.route({
    method: ['GET', 'POST'],
    url: YOURLS_PATH,
    schema: { hide: true },
    handler: async (request, reply) => {
      const fields = { ...fieldsOf(request.query), ...fieldsOf(request.body) }
      const { format = 'xml' } = fields
      const known = FORMATS.find((it) => it === format)
      const answer = known
        ? await answerOf(fields, apiOf(app, request, fields.signature ?? ''), version)
        : failed(400, `The format must be one of ${FORMATS.join(', ')}.`)
      return send(reply, answer, known ?? 'json')
    },
  })
}

function send(reply: FastifyReply, answer: YourlsAnswer, format: Format) {
  const [type, text] = render(answer, format)
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  return reply.code(answer.status).type(type).send(Buffer.from(text))
}

async function answerOf(fields: Fields, api: Api, version: string): Promise<YourlsAnswer> {
  const { action = '', signature, timestamp, username, password } = fields
  if (username || password)
    return unauthorized('Send an API key as signature; username and password are not accepted.')
  if (timestamp)
    return unauthorized('Send an API key as signature, without a timestamp and not hashed.')
  if (!signature) return unauthorized('Please log in')
  const run = Object.hasOwn(ACTIONS, action) && ACTIONS[action]
  if (!run) return failed(400, 'Unknown or missing "action" parameter')
  try {
    return await run(api, fields, version)
  } catch (error) {
    if (error instanceof Refused) return failureOf(error.problem)
    throw error
  }
}

const ACTIONS: Record<
  string,
  (api: Api, fields: Fields, version: string) => Promise<YourlsAnswer>
> = {
  async shorturl(api, { url = '', keyword, title }) {
    const { id } = await defaultDomain(api)
    const link = { url, domain_id: id, ...(keyword && { slug: keyword }), ...(title && { title }) }
    try {
      return shortened(await api<YourlsLink>('POST', '/link', link))
    } catch (error) {
      if (error instanceof Refused) return shortenFailure(error.problem, keyword ?? '')
      throw error
    }
  },
  expand: (api, { shorturl = '' }) => withLink(api, shorturl, expanded),
  'url-stats': (api, { shorturl = '' }) => withLink(api, shorturl, statsOfLink),
  async stats(api, { filter = 'top', limit = '10', start = '0' }) {
    if (!isFilter(filter)) return failed(400, 'Unknown filter')
    const totals = await totalsOf(api)
    const count = Math.min(toCount(limit), PER_PAGE)
    const beyond = Math.max(0, Number(totals.total_links) - count)
    const offset = filter === 'rand' ? Math.floor(Math.random() * (beyond + 1)) : toCount(start)
    const items = await linksFrom(api, LISTS[filter], offset, count)
    return statsOfLinks(items, totals)
  },
  'db-stats': async (api) => statsOfTeam(await totalsOf(api)),
  async version(api, { db }, version) {
    await api('GET', '/version')
    return { status: 200, body: { version, ...(db === '1' && { db_version: 0 }) }, simple: version }
  },
}

const toCount = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** Links of a list from an offset on; lists have pages. */
async function linksFrom(api: Api, list: string, offset: number, count: number) {
  const page = Math.floor(offset / PER_PAGE)
  const first = offset % PER_PAGE
  const pages = first + count > PER_PAGE ? [page, page + 1] : [page]
  const read = await Promise.all(
    pages.map((it) =>
      api<{ items: YourlsLink[] }>('GET', `/link?${list}&limit=${PER_PAGE}&page=${it}`),
    ),
  )
  return read.flatMap(({ items }) => items).slice(first, first + count)
}

interface Domain {
  id: number
  name: string
  is_default: boolean
  verified: boolean
}

/** The domain for a keyword: the default one, else the first that is verified. */
async function defaultDomain(api: Api): Promise<Domain> {
  const { items } = await api<{ items: Domain[] }>('GET', `/domain?limit=${PER_PAGE}`)
  const found = items.find((it) => it.is_default) ?? items.find((it) => it.verified) ?? items[0]
  if (!found) throw new Problem('not_found', 'not_found', 'The team has no domain.')
  return found
}

async function withLink(
  api: Api,
  shorturl: string,
  answer: (link: YourlsLink) => YourlsAnswer,
): Promise<YourlsAnswer> {
  const { slug, domain = (await defaultDomain(api)).name } = addressOf(shorturl)
  try {
    const query = new URLSearchParams({ domain, slug })
    return answer(await api<YourlsLink>('GET', `/link/find?${query}`))
  } catch (error) {
    const status = error instanceof Refused ? error.problem.status : 0
    if (status !== 404 && status !== 400) throw error
    const missing = failed(404, 'Error: short URL not found', { keyword: slug })
    return { ...missing, simple: 'not found' }
  }
}

async function totalsOf(api: Api) {
  const { links, clicks } = await api<Record<'links' | 'clicks', { total: number }>>(
    'GET',
    '/analytics/summary',
  )
  return { total_links: String(links.total), total_clicks: String(clicks.total) }
}

function apiOf(app: FastifyInstance, { headers, id, socket }: FastifyRequest, key: string): Api {
  const { host = '', 'user-agent': agent = '', 'x-forwarded-for': forwarded } = headers
  return async <Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> => {
    const answer = await app.inject({
      ...{ method, url: `/api${path}`, remoteAddress: socket.remoteAddress ?? '' },
      headers: {
        ...{ host, 'user-agent': agent, 'x-request-id': id, 'x-api-key': key },
        ...(forwarded && { 'x-forwarded-for': forwarded }),
      },
      ...(body && { payload: body }),
    })
    const content = answer.json()
    if (answer.statusCode >= 400) throw new Refused(content)
    return content
  }
}

/** The fields of a form, urlencoded or multipart. */
async function readForm({ headers }: FastifyRequest, bytes: Buffer): Promise<Fields> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new Problem('invalid', 'invalid_request', 'The form cannot be read.')
    })
  return fieldsOf(Object.fromEntries(form))
}

/** The last text of each name. */
const fieldsOf = (given: unknown): Fields =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, it]) => {
      const last = Array.isArray(it) ? it.at(-1) : it
      return typeof last === 'string' ? [[name, last]] : []
    }),
  )
