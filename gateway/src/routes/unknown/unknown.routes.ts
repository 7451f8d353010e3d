import { METHODS as KNOWN } from '@fingerpost/kit/http/node-http'
import { notFound } from '@fingerpost/kit/http/problem'
import type { FastifyInstance } from 'fastify'
import { refuseMethod } from '../../problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Methods of the path, on the route that rejects all other methods. */
    allow?: readonly string[]
  }
}

/** Every method that Node parses; CONNECT never becomes a request. */
const METHODS = KNOWN.filter((it) => it !== 'CONNECT')

const hidden = { config: { scope: null }, schema: { hide: true } }

/** Allows routes for methods that Fastify does not support by default. */
export function admitMethods(app: FastifyInstance): void {
  for (const it of METHODS) if (!app.supportedMethods.includes(it)) app.addHttpMethod(it)
}

/**
 * Collects the routes of this plugin. Call the returned function after all are registered: it adds
 * routes that reject every other method of their paths, with an `Allow` header.
 */
export function watchRoutes(app: FastifyInstance): () => void {
  const found = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = found.get(url) ?? new Set()
    for (const it of [method].flat()) methods.add(it)
    // For a path with and without a trailing slash, Fastify reports HEAD for both but GET for one.
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

/** Whether this route pattern also matches the other one, as `/app/*` matches `/app/session`. */
const covers = (route: string, url: string) =>
  route === url || (route.endsWith('/*') && url.startsWith(route.slice(0, -1)))

/** Requires a scope on every route of this plugin. */
export function demandScopes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config: { scope } = {} }) => {
    if (scope === undefined) throw new Error(`${method} ${url} names no scope`)
  })
}

/** Answers 404 for every path without a route. */
export function answerNothing(app: FastifyInstance): void {
  const nothing = async () => {
    throw notFound('There is nothing at this address.')
  }
  for (const url of ['/', '/*'])
    app.route({ ...hidden, method: app.supportedMethods, url, handler: nothing })
}
