import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { guardBrowsers } from '../http/browser.hook.ts'
import { tagAnswers } from '../http/etag.hook.ts'
import { watchRoutes } from '../routes/unknown/unknown.routes.ts'
import { ProblemBody } from '../schema/shared.schema.ts'
import { completeDocument } from './document.rules.ts'
import { TAGS } from './operation.schema.ts'
import { OPERATIONS } from './operations.docs.ts'
import { pageCss, problemsPage } from './page.rules.ts'

const DESCRIPTION = `Create short links, and see their clicks.

Programs send an API key in the header \`x-api-key\`. A key belongs to one team. People can sign in instead: a
session, which is a cookie, has the scopes of the person's role. Bodies are JSON.
Times are ISO 8601 in UTC. Lists answer \`{items, total, offset, limit}\`. \`PATCH\` is an alias of \`PUT\`:
absent fields are kept, \`null\` clears. Every error is a [problem](/docs/problems) with a stable code.`

const info = {
  title: 'Fingerpost',
  version: '1.0.0',
  description: DESCRIPTION,
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  contact: { name: 'The Fingerpost project' },
}

const session = { type: 'apiKey', in: 'cookie', name: '__Host-fingerpost' } as const
const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key' } as const

// Everything from this origin, and by its hash the one inline style of Swagger UI's script. No
// `upgrade-insecure-requests`, because an instance may be served over plain HTTP.
const UI_CSP =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; frame-ancestors 'none'"

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document, serialized once. */
    documentText(format: 'json' | 'yaml'): string
  }
}

/** Collects the routes for the OpenAPI document; must be registered before them. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  // Components are referenced by name, not by `$id`.
  const Problem = { ...ProblemBody, $id: undefined } as object
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/api' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { apiKey, session }, schemas: { Problem } },
    },
    transform: ({ schema, url, route }) => {
      const { scope, access } = route.config ?? {}
      const scopes = scope ? [scope] : []
      const kinds = { public: [], session: ['session'], either: ['apiKey', 'session'] }
      const security = kinds[access ?? 'either'].map((kind) => ({ [kind]: scopes }))
      return {
        url,
        schema: { ...schema, security, hide: schema?.hide || !url.startsWith('/api/') },
      }
    },
    transformObject: (document) =>
      completeDocument('openapiObject' in document ? document.openapiObject : document, OPERATIONS),
  })
  const texts = new Map<string, string>()
  app.decorate('documentText', (format) => {
    const write = () =>
      format === 'yaml' ? app.swagger({ yaml: true }) : JSON.stringify(app.swagger())
    const text = texts.get(format) ?? write()
    texts.set(format, text)
    return text
  })
}

/** The documentation pages below /docs; they load nothing from other origins. */
export async function docsPages(app: FastifyInstance): Promise<void> {
  guardBrowsers(app)
  tagAnswers(app)
  const refuseOthers = watchRoutes(app)
  // The plugin would serialize the document again for every request.
  app.addHook('onRequest', async ({ routeOptions: { url, config } }, reply) => {
    if (config.allow) return
    if (url === '/docs/json') return sendJson(reply, app.documentText('json'))
    if (url === '/docs/yaml') return reply.type('application/x-yaml').send(app.documentText('yaml'))
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: () => UI_CSP,
    logLevel: 'warn',
    theme: { title: 'Fingerpost API', css: [{ filename: 'fingerpost.css', content: pageCss }] },
    uiConfig: {
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      tryItOutEnabled: true,
      validatorUrl: null,
    },
  })
  app.get('/docs/problems', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/html')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(problemsPage()),
  )
  refuseOthers()
}

/** The OpenAPI document for programs; like everything below /api, it requires an API key. */
export async function documentRoute(app: FastifyInstance): Promise<void> {
  const Document = { type: 'object', additionalProperties: true }
  app.get(
    '/openapi.json',
    { config: { scope: null }, schema: { response: { 200: Document } } },
    (_, reply) => sendJson(reply, app.documentText('json')),
  )
}

const sendJson = (reply: FastifyReply, text: string) =>
  reply.type('application/json; charset=utf-8').send(text)
