import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Client } from '@fingerpost/kit/grpc/client'
import { asProblem, isFault } from '@fingerpost/kit/grpc/problem-status'
import { Problem } from '@fingerpost/kit/http/problem'
import { httpTimes } from '@fingerpost/kit/http/times'
import { requestHost } from '@fingerpost/kit/net/instance-host'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { isBot } from '@fingerpost/kit/visitor/bot'
import { languageOf } from '@fingerpost/kit/visitor/language'
import { FAILED, notAllowed, UNAVAILABLE } from '@fingerpost/kit/visitor/notice-page'
import { type Answer, renderPage } from '@fingerpost/kit/visitor/page'
import { isPrefetch } from '@fingerpost/kit/visitor/prefetch'
import type { Language } from '@fingerpost/messages'
import type { Organization, OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { BioSchema } from '../bio.schema.ts'
import { bioRepository } from '../bios/bio.repository.ts'
import { openClickQueue } from '../clicks/click.queue.ts'
import { clickRepository } from '../clicks/click.repository.ts'
import { linkRepository } from '../links/link.repository.ts'
import { pictureRepository } from '../pictures/picture.repository.ts'
import { pictureHash } from '../pictures/picture.rules.ts'
import {
  jsonOf,
  NOT_FOUND,
  type PageAnswer,
  pictureAnswer,
  redirectAnswer,
  revalidated,
} from './answer.rules.ts'
import { bioPage, type PublicPage, publicPage } from './page.rules.ts'
import { isKnown, parseTarget, safeRequestId } from './request.rules.ts'

const CATALOG_TIMEOUT_MS = 2_000
const NOT_ALLOWED = notAllowed('GET, HEAD')

export interface Instance {
  isInstance: (host: string | undefined) => boolean
  /** The public address of the instance, if it is known. */
  origin: string | undefined
  /** The same; if it is not known, an address on localhost. */
  base: string
}

/** The public pages. They need no API key. */
export function pageRoutes(
  postgres: Postgres<BioSchema>,
  organizations: Client<OrganizationsService>,
  { isInstance, origin, base }: Instance,
  log: Logger,
): RequestListener {
  const bios = bioRepository(postgres.db)
  const pictures = pictureRepository(postgres.db)
  const record = openClickQueue(clickRepository(postgres).add)

  /** Returns undefined if no team with this slug may be shown on the host. */
  async function findTeam(
    slug: string,
    header: string | undefined,
    requestId: string,
  ): Promise<Organization | undefined> {
    const call = { requestId, timeoutMs: CATALOG_TIMEOUT_MS }
    // On a team's domain, the page of another team would look like its own.
    const host = isInstance(header) ? undefined : requestHost(header).replace(/^www\./, '')
    return organizations.findOrganization({ slug, host }, call).catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'not_found') return undefined
      throw error
    })
  }

  async function read(team: Organization): Promise<PublicPage> {
    const [page, links] = await Promise.all([
      bios.find(team.id),
      linkRepository(postgres.db, team.id).all(),
    ])
    return publicPage(team, page, links)
  }

  /** Redirects to a link, once its click is stored. */
  async function visit(
    { method, headers }: IncomingMessage,
    team: Organization,
    linkId: number,
  ): Promise<Answer> {
    const link = await linkRepository(postgres.db, team.id).get(linkId)
    if (!link?.enabled) return NOT_FOUND
    const isClick = method === 'GET' && !isPrefetch(headers) && !isBot(headers['user-agent'] ?? '')
    if (isClick) await record(link.id)
    return redirectAnswer(link.url)
  }

  async function answer(
    request: IncomingMessage,
    language: Language,
    id: string,
  ): Promise<PageAnswer> {
    const { method, url, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return NOT_ALLOWED
    const hash = pictureHash(url ?? '')
    const picture = hash && (await pictures.find(hash))
    if (picture) return pictureAnswer(picture.bytes)
    const address = parseTarget(url ?? '')
    const team = address && (await findTeam(address.slug, headers.host, id))
    if (!team) return NOT_FOUND
    if (address.linkId !== undefined) return visit(request, team, address.linkId)
    const page = await read(team)
    const answer = address.json ? jsonOf(page, base) : renderPage(bioPage(page, origin), language)
    const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`
    return revalidated(answer, etag, isKnown(headers['if-none-match'], etag))
  }

  return async (request, response) => {
    const startedMs = performance.now()
    const requestId = safeRequestId(request.headers['x-request-id']) ?? crypto.randomUUID()
    const language = languageOf(request.headers['accept-language'])
    const found = await answer(request, language, requestId).catch((error: unknown) => {
      const problem = asProblem(error, requestId)
      log[isFault(problem) ? 'error' : 'warn']({ err: error, requestId }, 'bio page failed')
      return problem.kind === 'unavailable' ? UNAVAILABLE : FAILED
    })
    const { status, headers, body } = found.inLanguage?.(language) ?? found
    response
      .writeHead(status, headers as string[])
      .end(request.method === 'HEAD' ? undefined : body)
    httpTimes(
      request.method ?? '',
      '/@:slug',
      String(status),
    )((performance.now() - startedMs) / 1_000)
  }
}
