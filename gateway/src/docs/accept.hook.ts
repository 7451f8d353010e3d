import accepts from '@fastify/accepts'
import { Problem } from '@fingerpost/kit/http/problem'
import type { FastifyInstance } from 'fastify'
import { operationOf } from './document.rules.ts'
import { OPERATIONS } from './operations.docs.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types of the response, from the description of the route. */
    answers?: string[]
  }
}

/** Rejects requests whose `Accept` header matches none of the route's media types. */
export async function answerAcceptably(app: FastifyInstance): Promise<void> {
  await app.register(accepts)

  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) return
    const path = route.url.slice(app.prefix.length).replace(/:(\w+)/g, '{$1}')
    const method = [route.method].flat()[0]?.replace('HEAD', 'GET') ?? ''
    const types = Object.keys(operationOf(OPERATIONS, method, path)?.types ?? {})
    route.config = { ...route.config, answers: ['application/json', ...types] }
  })

  app.addHook('onRequest', (request, _, done) => {
    const { answers } = request.routeOptions.config
    if (!answers || request.headers.accept === undefined) return done()
    if (request.accepts().type(answers) !== false) return done()
    const detail = `This is answered as ${answers.join(' or ')}.`
    done(new Problem('not_acceptable', 'not_acceptable', detail))
  })
}
