import { invalid } from '@fingerpost/kit/http/problem'
import type { FastifyInstance } from 'fastify'
import { isEncoded } from '../visitor.rules.ts'

const NOTHING = { type: 'object', properties: {}, additionalProperties: false }

/** Rejects every query parameter on operations that take none, so that typos are not ignored. */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) return
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NOTHING }
  })
}

/** Rejects query strings that are not percent-encoded UTF-8; the parser would accept them. */
export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _, done) => {
    const mark = url.indexOf('?')
    if (mark === -1 || isEncoded(url.slice(mark))) return done()
    const detail = 'is not percent-encoded UTF-8; write a percent sign as %25'
    done(invalid([{ field: 'querystring', code: 'invalid_text', detail }]))
  })
}
