import { METHODS as KNOWN } from 'node:http'
import { notFound } from '@fingerpost/kit/problem'
import type { FastifyInstance } from 'fastify'
import { refuseMethod } from '../../problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Methods of the path, on the route that refuses all others. */
    allow?: readonly string[]
  }
}

/** Every method that node parses; CONNECT never becomes a request. */
const METHODS = KNOWN.filter((it) => it !== 'CONNECT')

const hidden = { config: { scope: null }, schema: { hide: true } }

/** Lets routes be made for methods that Fastify does not know by itself. */
export function admitMethods(app: FastifyInstance): void {
  for (const it of METHODS) if (!app.supportedMethods.includes(it)) app.addHttpMethod(it)
}

/**
 * Watches the routes of this plugin. To be called when all are there: the answer refuses every other
 * method of their paths, with `Allow`.
 */
export function watchRoutes(app: FastifyInstance): () => void {
  const found = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = found.get(url) ?? new Set()
    for (const it of [method].flat()) methods.add(it)
    // Of a path with and without a slash at its end Fastify tells HEAD for both, GET for one.
    if (methods.has('HEAD')) methods.add('GET')
    found.set(url, methods)
  })

  return () => {
    const watched = [...found].map(([url, methods]) => ({ url, methods: [...methods] }))
    for (const { url } of watched) {
      const allow = new Set(watched.filter((it) => covers(it.url, url)).flatMap((it) => it.methods))
      const methods = [...allow].sort()
      app.route({
        ...hidden,
        config: { ...hidden.config, allow: methods },
        method: app.supportedMethods.filter((it) => !allow.has(it)),
        url: url.slice(app.prefix.length),
        handler: (request, reply) => refuseMethod(methods, request, reply),
      })
    }
  }
}

/** Whether a route with this address also answers the other address, as `/app/*` does for `/app/session`. */
const covers = (route: string, url: string) =>
  route === url || (route.endsWith('/*') && url.startsWith(route.slice(0, -1)))

/** Each route of this plugin must name its scope. */
export function demandScopes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config: { scope } = {} }) => {
    if (scope === undefined) throw new Error(`${method} ${url} names no scope`)
  })
}

/** Answers every path that has no route with 404. */
export function answerNothing(app: FastifyInstance): void {
  const nothing = async () => {
    throw notFound('There is nothing at this address.')
  }
  for (const url of ['/', '/*'])
    app.route({ ...hidden, method: app.supportedMethods, url, handler: nothing })
}
