import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Client } from '@fingerpost/kit/grpc/client'
import { asProblem, isFault } from '@fingerpost/kit/grpc/problem-status'
import { Problem } from '@fingerpost/kit/http/problem'
import { httpTimes } from '@fingerpost/kit/http/times'
import { requestHost } from '@fingerpost/kit/net/instance-host'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { type Language, languageOf } from '@fingerpost/kit/visitor/language'
import { FAILED, notAllowed, UNAVAILABLE } from '@fingerpost/kit/visitor/notice-page'
import { renderPage } from '@fingerpost/kit/visitor/page'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { BioSchema } from '../bio.schema.ts'
import { bioRepository } from '../bios/bio.repository.ts'
import { linkRepository } from '../links/link.repository.ts'
import { pictureRepository } from '../pictures/picture.repository.ts'
import { pictureHash } from '../pictures/picture.rules.ts'
import { jsonOf, NOT_FOUND, type PageAnswer, pictureAnswer, revalidated } from './answer.rules.ts'
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

  /** Returns undefined if no team with this slug may be shown on the host. */
  async function read(
    slug: string,
    header: string | undefined,
    requestId: string,
  ): Promise<PublicPage | undefined> {
    const call = { requestId, timeoutMs: CATALOG_TIMEOUT_MS }
    // On a team's domain, the page of another team would look like its own.
    const host = isInstance(header) ? undefined : requestHost(header).replace(/^www\./, '')
    const team = await organizations
      .findOrganization({ slug, host }, call)
      .catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'not_found') return undefined
        throw error
      })
    if (!team) return undefined
    const [page, links] = await Promise.all([
      bios.find(team.id),
      linkRepository(postgres.db, team.id).all(),
    ])
    return publicPage(team, page, links)
  }

  async function answer(
    { method, url, headers }: IncomingMessage,
    language: Language,
    id: string,
  ): Promise<PageAnswer> {
    if (method !== 'GET' && method !== 'HEAD') return NOT_ALLOWED
    const hash = pictureHash(url ?? '')
    const picture = hash && (await pictures.find(hash))
    if (picture) return pictureAnswer(picture.bytes)
    const address = parseTarget(url ?? '')
    const page = address && (await read(address.slug, headers.host, id))
    if (!page) return NOT_FOUND
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
