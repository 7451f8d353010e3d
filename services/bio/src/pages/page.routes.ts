import type { RequestListener, ServerResponse } from 'node:http'
import type { Client } from '@fingerpost/kit/grpc'
import type { Logger } from '@fingerpost/kit/log'
import type { Postgres } from '@fingerpost/kit/postgres'
import { Problem } from '@fingerpost/kit/problem'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { BioSchema } from '../bio.schema.ts'
import { pageRepository } from './page.repository.ts'
import { type PublicPage, parsePath, renderMissing, renderPage } from './page.rules.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=60',
}

/** The public pages. They need no key: whoever has the address may look. */
export function pageRoutes(
  postgres: Postgres<BioSchema>,
  organizations: Client<OrganizationsService>,
  log: Logger,
): RequestListener {
  const pages = pageRepository(postgres.db)

  async function find(slug: string, requestId: string): Promise<PublicPage | undefined> {
    try {
      const { logo, ...found } = await organizations.findOrganization({ slug }, { requestId })
      const page = await pages.find(found.id)
      return {
        organization: { ...found, id: String(found.id), logo: logo ?? null },
        title: page?.title ?? null,
        subtitle: page?.subtitle ?? null,
      }
    } catch (error) {
      if (error instanceof Problem && error.kind === 'not_found') return undefined
      throw error
    }
  }

  return async (request, response) => {
    const requestId = String(request.headers['x-request-id'] ?? crypto.randomUUID())
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return answer(response.setHeader('allow', 'GET, HEAD'), 405, 'text/plain', 'GET only')
      }
      const path = parsePath(decode(request.url ?? '/'))
      const page = path && (await find(path.slug, requestId))
      if (!page) return answer(response, 404, 'text/html', renderMissing())
      if (path.json) return answer(response, 200, 'application/json', JSON.stringify(page))
      return answer(response, 200, 'text/html', renderPage(page))
    } catch (error) {
      log.warn({ err: error, requestId }, 'bio page failed')
      return answer(response.setHeader('retry-after', '5'), 503, 'text/plain', 'Try again soon.')
    }
  }
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` })
    .end(response.req.method === 'HEAD' ? undefined : body)
}

/** The path of a request target, decoded once; empty when it cannot be. */
function decode(target: string): string {
  try {
    return decodeURIComponent(target.split('?', 1)[0] ?? '')
  } catch {
    return ''
  }
}
