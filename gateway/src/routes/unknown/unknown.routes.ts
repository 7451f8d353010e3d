import { notFound } from '@fingerpost/kit/problem'
import type { FastifyInstance } from 'fastify'
import { refuseMethod } from '../../problems.ts'

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Watches what routes this plugin gets; each must name its scope. To be called when all are there: the
 * answer adds what is said for every other method and every other path.
 */
export function watchRoutes(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config: { scope } = {} }) => {
    if (scope === undefined) throw new Error(`${method} ${url} names no scope`)
    for (const it of [method].flat()) allowed.set(url, (allowed.get(url) ?? new Set()).add(it))
  })
  const hidden = { config: { scope: null }, schema: { hide: true } }

  return () => {
    for (const [url, methods] of [...allowed].map(([url, it]) => [url, [...it].sort()] as const)) {
      app.route({
        ...hidden,
        method: METHODS.filter((method) => !methods.includes(method)),
        url: url.slice(app.prefix.length),
        handler: (request, reply) => refuseMethod(methods, request, reply),
      })
    }
    const nothing = async () => {
      throw notFound('There is nothing at this address.')
    }
    for (const url of ['/', '/*']) {
      app.route({ ...hidden, method: [...METHODS], url, handler: nothing })
    }
  }
}
