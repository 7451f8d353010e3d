import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import { LOGO_URL } from '@fingerpost/kit/visitor/logo.rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { guardBrowsers } from '../http/browser.hook.ts'
import { compressAnswers } from '../http/compression.hook.ts'
import { tagAnswers } from '../http/etag.hook.ts'
import { watchRoutes } from '../routes/unknown/unknown.routes.ts'
import { TAGS } from '../schema/operation.schema.ts'
import { ProblemBody } from '../schema/shared.schema.ts'
import { completeDocument } from './document.rules.ts'
import { OPERATIONS } from './operations.docs.ts'
import { problemsPage } from './page.rules.ts'
import { referencePage } from './reference.rules.ts'

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

const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const FOR_EVER = 'public, max-age=31536000, immutable'

/** A file that the pages load. Its path contains the hash of its content. */
function fileOf(name: string, type: string) {
  const content = readFileSync(join(import.meta.dirname, 'page', `reference.${name}`), 'utf8')
  const version = hash('sha256', content, 'hex').slice(0, 12)
  return {
    path: `/docs/static/reference.${version}.${name}`,
    content,
    type: `${type}; charset=utf-8`,
  }
}
const CSS = fileOf('css', 'text/css')
const JS = fileOf('js', 'text/javascript')
const FILES = { css: CSS.path, js: JS.path, logo: LOGO_URL }

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
  await compressAnswers(app)
  const refuseOthers = watchRoutes(app)
  const options = { schema: { hide: true } }
  let reference: string | undefined
  for (const path of ['/docs', '/docs/']) {
    app.get(path, options, (_, reply) => {
      reference ??= referencePage(JSON.parse(app.documentText('json')), FILES)
      return sendPage(reply, reference)
    })
  }
  // The address of the previous reference.
  app.get('/docs/static/index.html', options, (_, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/problems', options, (_, reply) => sendPage(reply, problemsPage(FILES)))
  app.get('/docs/json', options, (_, reply) => sendJson(reply, app.documentText('json')))
  app.get('/docs/yaml', options, (_, reply) =>
    reply.type('application/x-yaml').send(app.documentText('yaml')),
  )
  for (const { path, type, content } of [CSS, JS]) {
    app.get(path, options, (_, reply) =>
      reply.type(type).header('cache-control', FOR_EVER).send(content),
    )
  }
  refuseOthers()
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_CSP).send(page)

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
