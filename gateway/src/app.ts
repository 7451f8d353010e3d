import { HEAD_BYTES } from '@fingerpost/kit/http/head'
import { limitPipelining } from '@fingerpost/kit/http/pipelining'
import { Problem } from '@fingerpost/kit/http/problem'
import { namesOneHost, toOriginForm } from '@fingerpost/kit/http/request-target'
import { guardSlowReaders } from '@fingerpost/kit/http/slow-reader-guard'
import { guardSlowSenders } from '@fingerpost/kit/http/slow-sender-guard'
import { createGuardedFetch, type FetchSettings } from '@fingerpost/kit/net/guarded-fetch'
import { type InstanceHosts, matchInstance, requestHost } from '@fingerpost/kit/net/instance-host'
import { type AddressPrecision, matchNetworks } from '@fingerpost/kit/net/ip'
import { hasDotSegment } from '@fingerpost/kit/net/url'
import type { Checks } from '@fingerpost/kit/process/admin'
import { type Logger, lazyChild } from '@fingerpost/kit/process/log'
import { createSigner, type Signer } from '@fingerpost/kit/secrets/signature'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Redis } from 'ioredis'
import { authenticate } from './auth.ts'
import type { Clients } from './clients.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { signInCache } from './dashboard/sign-in.cache.ts'
import { answerAcceptably } from './docs/accept.hook.ts'
import { describeRoutes, docsPages, documentRoute } from './docs/docs.routes.ts'
import { readBodies } from './http/body.hook.ts'
import { admitOrigins, guardBrowsers } from './http/browser.hook.ts'
import { compressAnswers } from './http/compression.hook.ts'
import { tagAnswers } from './http/etag.hook.ts'
import { logAnswers } from './http/log.hook.ts'
import { refuseUnknownQueries, refuseUnreadableQueries } from './http/query.hook.ts'
import { traceRequests } from './http/trace.hook.ts'
import { answerCache } from './idempotency/answer.cache.ts'
import { answerOnce } from './idempotency/idempotency.hook.ts'
import { ownCounts, sharedCounts } from './limits/count.cache.ts'
import { createLimits, type LimitConfig, type Limits } from './limits/limit.hook.ts'
import { refuseAddress, refuseMalformed, refuseMethod, renderProblems } from './problems.ts'
import { type ProxyTargets, proxyVisitors } from './proxy.ts'
import { analyticsRoutes } from './routes/analytics/analytics.routes.ts'
import { clickExportRoutes } from './routes/analytics/export.routes.ts'
import { geoRoutes } from './routes/analytics/geo.routes.ts'
import { liveRoutes } from './routes/analytics/live.routes.ts'
import { auditRoutes } from './routes/audit/audit.routes.ts'
import { recordExports } from './routes/audit/export.hook.ts'
import { bioRoutes } from './routes/bio/bio.routes.ts'
import { bioLinkRoutes } from './routes/bio/bio-link.routes.ts'
import { domainRoutes } from './routes/domains/domain.routes.ts'
import { erasureRoutes } from './routes/erasures/erasure.routes.ts'
import { iconFetcher } from './routes/favicons/favicon.adapter.ts'
import { iconCache } from './routes/favicons/favicon.cache.ts'
import { faviconRoutes } from './routes/favicons/favicon.routes.ts'
import { healthRoutes } from './routes/health/health.routes.ts'
import { importRoutes } from './routes/imports/import.routes.ts'
import { importUndoRoutes } from './routes/imports/import-undo.routes.ts'
import { openTableThread, type TableThread } from './routes/imports/table.adapter.ts'
import { keyRoutes } from './routes/keys/key.routes.ts'
import { labelRoutes } from './routes/labels/label.routes.ts'
import { linkBulkRoutes } from './routes/links/bulk.routes.ts'
import { linkChangeRoutes } from './routes/links/change.routes.ts'
import { linkExportRoutes } from './routes/links/export.routes.ts'
import { linkRoutes } from './routes/links/link.routes.ts'
import { qrRoutes } from './routes/links/qr.routes.ts'
import { createResolver } from './routes/links/resolve.client.ts'
import { resolveRoutes } from './routes/links/resolve.routes.ts'
import { trashRoutes } from './routes/links/trash.routes.ts'
import { invitationRoutes } from './routes/members/invitation.routes.ts'
import { memberRoutes } from './routes/members/member.routes.ts'
import { noteRoutes } from './routes/notes/note.routes.ts'
import { organizationExportRoutes } from './routes/organization/export.routes.ts'
import { organizationRoutes } from './routes/organization/organization.routes.ts'
import { passkeyRoutes } from './routes/passkeys/passkey.routes.ts'
import { meRoutes } from './routes/people/me.routes.ts'
import { sessionRoutes } from './routes/people/session.routes.ts'
import { ssoRoutes } from './routes/people/sso.routes.ts'
import {
  admitMethods,
  answerNothing,
  demandScopes,
  watchRoutes,
} from './routes/unknown/unknown.routes.ts'
import { versionRoutes } from './routes/version/version.routes.ts'
import { viewRoutes } from './routes/views/view.routes.ts'
import { webhookRoutes } from './routes/webhooks/webhook.routes.ts'
import { compileValidator } from './schema/validator.rules.ts'
import { refusePasswords } from './sessions/password.hook.ts'
import { type SignIn, signInParts } from './sessions/sign-in.adapter.ts'
import { flowCache, type Sso } from './sso/flow.cache.ts'
import { identityProvider, type ProviderConfig } from './sso/provider.adapter.ts'
import { foreignUrl, isProbe, visitorUrl } from './visitor.rules.ts'
import { yourlsRoutes } from './yourls/yourls.routes.ts'

export interface AppConfig
  extends ProxyTargets,
    LimitConfig,
    InstanceHosts,
    FetchSettings,
    ProviderConfig {
  PASSWORD_SIGN_IN: boolean
  CORS_ORIGINS: string[]
  BUILD_VERSION: string
  BUILD_ID: string
  BUILD_TIME: string
}

/**
 * Redis stores shared by all gateways. Without `counts`, each gateway counts requests for itself;
 * without `answers` or `icons`, they are not stored.
 */
export interface Stores {
  counts?: Redis
  answers?: Redis
  icons?: Redis
}

const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/

/** The HTTP server of the platform. Receives its service clients; does not know their addresses. */
export async function buildApp(
  clients: Clients,
  checks: { needs: Checks; uses: Checks },
  config: AppConfig,
  log: Logger,
  stores: Stores = {},
  guard: Guard = guardApi,
) {
  const isInstance = matchInstance(config)
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID(),
    bodyLimit: 1_048_576,
    // Node's default checks for timed-out connections only every 30 seconds.
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, maxHeaderSize: HEAD_BYTES },
    connectionTimeout: 15_000,
    keepAliveTimeout: 72_000,
    // During shutdown, open connections still get an answer instead of a 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    frameworkErrors: refuseAddress,
    rewriteUrl: (request) => {
      toOriginForm(request)
      const url = visitorUrl(request.url ?? '/')
      const { host } = request.headers
      return isInstance(host) || isProbe(requestHost(host), url) ? url : foreignUrl(url)
    },
    routerOptions: { maxParamLength: 256 },
    childLoggerFactory: (parent, bindings) =>
      lazyChild(parent as Logger, () => bindings) as FastifyBaseLogger,
  })
  guardSlowReaders(app.server)
  limitPipelining(app.server)
  guardSlowSenders(app.server)
  app.setValidatorCompiler(compileValidator)
  readBodies(app)
  renderProblems(app)
  admitMethods(app)
  // Visitor paths in methods that no route handles; API paths have routes for every method.
  app.setNotFoundHandler((request, reply) => refuseMethod(['GET', 'HEAD'], request, reply))
  traceRequests(app)
  app.addHook('onRequest', ({ id, raw, url, originalUrl }, reply, done) => {
    reply.header('x-request-id', id)
    if (!namesOneHost(raw))
      return done(refusal('The request must name one valid host, in HTTP/1.1.'))
    if (!url.startsWith('/'))
      return done(refusal('The target of the request must be a path or an http URL.'))
    if (hasDotSegment(originalUrl))
      return done(refusal('The path must not contain . or .. segments.'))
    done()
  })
  logAnswers(app)

  await describeRoutes(app)
  await app.register(healthRoutes(checks.needs, checks.uses))
  const signer = createSigner(config.GRPC_SHARED_SECRET, 'favicon')
  const counts = stores.counts ? sharedCounts(stores.counts) : ownCounts()
  const limits = createLimits(config, counts)
  await app.register(faviconRoutes(signer, iconsOf(config, stores, log), limits))
  await app.register(docsPages)
  const guarded = (it: FastifyInstance) => guard(it, clients, limits, stores)
  const tables = openTableThread()
  app.addHook('onClose', tables.close)
  const signIn = signInParts(limits, config.GRPC_SHARED_SECRET)
  const sso = ssoOf(config, stores)
  await app.register((it) => api(it, clients, config, guarded, { signer, tables, signIn, sso }), {
    prefix: '/api',
  })
  await app.register((it) => yourlsRoutes(it, { version: config.BUILD_VERSION }))
  const signIns = stores.answers && signInCache(stores.answers)
  await app.register(
    (it) => dashboardRoutes(it, clients, limits, { signIns, sso: sso && { ...sso, signIn } }),
    { prefix: '/app' },
  )
  await proxyVisitors(app, config, matchNetworks(config.TRUSTED_PROXIES), limits)
  return app
}

const refusal = (detail: string) => new Problem('invalid', 'invalid_request', detail)

/** Favicons of destination sites; undefined without a store to cache them in. */
function iconsOf(config: AppConfig, { icons }: Stores, log: Logger) {
  return icons && iconFetcher(createGuardedFetch(config), iconCache(icons), log)
}

/** Authentication, rate limits and idempotency of everything below /api. */
export type Guard = (
  app: FastifyInstance,
  clients: Pick<Clients, 'keys' | 'sessions'>,
  limits: Limits,
  stores: Stores,
) => void

const guardApi: Guard = (app, clients, limits, { answers }) => {
  authenticate(app, clients, limits)
  answerOnce(app, answers && answerCache(answers))
}

/** Single sign-on; undefined if it is not set up, or without a store for started sign-ins. */
const ssoOf = (config: AppConfig, { answers }: Stores): Sso | undefined =>
  config.OIDC_ISSUER && answers
    ? { provider: identityProvider(config), flows: flowCache(answers) }
    : undefined

interface Parts {
  signer: Signer
  tables: TableThread
  signIn: SignIn
  sso: Sso | undefined
}

/** Everything below /api: one guard for all routes, and problem bodies for unknown paths too. */
async function api(
  app: FastifyInstance,
  clients: Clients,
  config: AppConfig,
  guard: (app: FastifyInstance) => void,
  { signer, tables, signIn, sso }: Parts,
) {
  guardBrowsers(app)
  admitOrigins(app, config.CORS_ORIGINS)
  guard(app)
  await answerAcceptably(app)
  recordExports(app, clients)
  tagAnswers(app)
  await compressAnswers(app)
  refuseUnreadableQueries(app)
  refuseUnknownQueries(app)
  demandScopes(app)
  if (!config.PASSWORD_SIGN_IN) refusePasswords(app)
  const refuseOthers = watchRoutes(app)

  await app.register(linkRoutes(clients, signer))
  await app.register(linkChangeRoutes(clients))
  await app.register(linkBulkRoutes(clients))
  await app.register(trashRoutes(clients))
  await app.register(importRoutes(clients, tables))
  await app.register(importUndoRoutes(clients))
  await app.register(linkExportRoutes(clients))
  await app.register(qrRoutes(clients))
  await app.register(resolveRoutes(clients, createResolver(config)))
  await app.register(domainRoutes(clients))
  await app.register(labelRoutes('folder', clients.folders, clients.links))
  await app.register(labelRoutes('tag', clients.tags, clients.links))
  await app.register(viewRoutes(clients))
  await app.register(organizationRoutes(clients, config.CLICK_IP as AddressPrecision))
  await app.register(organizationExportRoutes(clients, config.BUILD_VERSION))
  await app.register(auditRoutes(clients))
  await app.register(keyRoutes(clients))
  await app.register(sessionRoutes(clients, signIn))
  await app.register(ssoRoutes(sso, config.PASSWORD_SIGN_IN))
  await app.register(meRoutes(clients, signIn))
  const without = { without_password: !config.PASSWORD_SIGN_IN, without_sso: sso === undefined }
  await app.register(passkeyRoutes(clients, signIn, without))
  await app.register(memberRoutes(clients))
  await app.register(invitationRoutes(clients, signIn))
  await app.register(erasureRoutes(clients, config.CLICK_IP as AddressPrecision))
  await app.register(noteRoutes(clients))
  await app.register(webhookRoutes(clients))
  await app.register(bioRoutes(clients))
  await app.register(bioLinkRoutes(clients))
  await app.register(analyticsRoutes(clients, signer))
  await app.register(clickExportRoutes(clients))
  await app.register(liveRoutes(clients))
  await app.register(geoRoutes(clients))
  await app.register(
    versionRoutes({
      version: config.BUILD_VERSION,
      build_id: config.BUILD_ID,
      build_time: config.BUILD_TIME,
    }),
  )
  await app.register(documentRoute)

  refuseOthers()
  answerNothing(app)
}
