import type { FastifyInstance } from 'fastify'

const NOTHING = { type: 'object', properties: {}, additionalProperties: false }

/** Refuses every query parameter of operations that take none, so that a typo is not ignored. */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) return
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NOTHING }
  })
}
