import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Client } from '@fingerpost/kit/grpc/client'
import { asProblem, isFault } from '@fingerpost/kit/grpc/problem-status'
import { Problem } from '@fingerpost/kit/http/problem'
import { httpTimes } from '@fingerpost/kit/http/times'
import { requestHost } from '@fingerpost/kit/net/instance-host'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { BioSchema } from '../bio.schema.ts'
import { bioRepository } from '../bios/bio.repository.ts'
import type { Profile } from '../bios/bio.rules.ts'
import { linkRepository } from '../links/link.repository.ts'
import { type Answer, commonHeaders, found, NOTICES } from './answer.rules.ts'
import { type PublicPage, renderPage, shownImage } from './page.rules.ts'
import { isKnown, parseTarget, safeRequestId } from './request.rules.ts'
import { STYLE } from './style.rules.ts'

const CATALOG_TIMEOUT_MS = 2_000
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`
const COMMON = commonHeaders(STYLE_HASH)

/** The public pages. They need no API key. */
export function pageRoutes(
  postgres: Postgres<BioSchema>,
  organizations: Client<OrganizationsService>,
  isInstance: (host: string | undefined) => boolean,
  log: Logger,
): RequestListener {
  const bios = bioRepository(postgres.db)

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
    const { id = 0, ...bio } = page ?? {}
    return {
      id,
      organization: {
        id: String(team.id),
        name: team.name,
        slug: team.slug,
        logo: shownImage(team.logo),
      },
      bio: page ? { ...(bio as Profile), image: shownImage(page.image) } : null,
      links: links
        .filter(({ enabled }) => enabled)
        .map(({ id, type, url, title, username }) => ({ id, type, url, title, username })),
    }
  }

  async function answer({ method, url, headers }: IncomingMessage, id: string): Promise<Answer> {
    if (method !== 'GET' && method !== 'HEAD') return NOTICES.notAllowed
    const address = parseTarget(url ?? '')
    const page = address && (await read(address.slug, headers.host, id))
    if (!page) return NOTICES.notFound
    const body = address.json ? JSON.stringify(page) : renderPage(page)
    const { headers: own, ...rest } = found(body, address.json)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const answer = { ...rest, headers: { ...own, etag } }
    return isKnown(headers['if-none-match'], etag) ? { ...answer, status: 304, body: '' } : answer
  }

  return async (request, response) => {
    const startedMs = performance.now()
    const requestId = safeRequestId(request.headers['x-request-id']) ?? crypto.randomUUID()
    const { status, headers, body } = await answer(request, requestId).catch((error: unknown) => {
      const problem = asProblem(error, requestId)
      log[isFault(problem) ? 'error' : 'warn']({ err: error, requestId }, 'bio page failed')
      return problem.kind === 'unavailable' ? NOTICES.unavailable : NOTICES.failed
    })
    const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) }
    response
      .writeHead(status, { ...COMMON, ...headers, ...length })
      .end(request.method === 'HEAD' ? undefined : body)
    httpTimes(
      request.method ?? '',
      '/@:slug',
      String(status),
    )((performance.now() - startedMs) / 1_000)
  }
}
