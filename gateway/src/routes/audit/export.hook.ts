import { Readable } from 'node:stream'
import type { EXPORTS } from '@fingerpost/protos/words'
import type { FastifyInstance } from 'fastify'
import type { Clients } from '../../clients.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The data that the route exports. */
    exports?: (typeof EXPORTS)[number]
  }
}

const QUERY_MAX = 2_000

/**
 * Records each export in the audit log of its team, before the first byte is sent; an export that cannot
 * be recorded fails. Every route that sends a file to keep must name the data that it exports.
 */
export function recordExports(
  app: FastifyInstance,
  { organizations }: Pick<Clients, 'organizations'>,
): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.endsWith('/export') || ![method].flat().includes('GET') || config?.exports) return
    throw new Error(`${method} ${url} does not name the data that it exports`)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { exports: data } = request.routeOptions.config
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload
    if (!data && !reply.hasHeader('content-disposition')) return payload
    try {
      if (!data) throw new Error(`${request.url} sends a file, but does not name what it exports`)
      const query = request.url.split('?')[1]?.slice(0, QUERY_MAX) ?? ''
      const { caller, id: requestId } = request
      await organizations.recordExport({ data, query }, { caller, requestId })
    } catch (error) {
      if (payload instanceof Readable) payload.destroy()
      reply.removeHeader('content-disposition')
      throw error
    }
    return payload
  })
}
