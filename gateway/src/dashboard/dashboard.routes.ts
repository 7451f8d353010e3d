import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Problem } from '@fingerpost/kit/http/problem'
import type { Language } from '@fingerpost/messages'
import type { FastifyInstance } from 'fastify'
import type { Clients } from '../clients.ts'
import { guardBrowsers } from '../http/browser.hook.ts'
import { namesTag, tagOf } from '../http/etag.hook.ts'
import type { Limits } from '../limits/limit.hook.ts'
import { sendProblem } from '../problems.ts'
import { watchRoutes } from '../routes/unknown/unknown.routes.ts'
import type { SignIn } from '../sessions/sign-in.adapter.ts'
import { callbackRoutes } from '../sso/callback.routes.ts'
import type { Sso } from '../sso/flow.cache.ts'
import { pageLanguageOf } from './language.rules.ts'
import { sessionRoutes } from './session.routes.ts'
import type { SignIns } from './sign-in.cache.ts'

const BUILT = join(import.meta.dirname, '..', '..', '..', 'web', 'dist')
/** File names contain the hash of the content, so the content under a name never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Revalidated each time; the language depends on two headers. */
const CACHED = { 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' }

/** Everything from this origin; images also from the destinations of links and bio pages. */
const policy = (nonce: string) =>
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob: https:; " +
  `style-src 'self' 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The dashboard at the prefix of this plugin: one page for every path, in the language of the
 * browser, and the files it loads.
 * `folder` is the build output. Without `signIns`, one-time links do not work.
 */
export async function dashboardRoutes(
  app: FastifyInstance,
  { keys, identities }: Pick<Clients, 'keys' | 'identities'>,
  limits: Limits,
  { signIns, sso }: { signIns: SignIns | undefined; sso?: (Sso & { signIn: SignIn }) | undefined },
  folder = BUILT,
): Promise<void> {
  guardBrowsers(app)
  const refuseOthers = watchRoutes(app)
  app.setNotFoundHandler((request, reply) => {
    const detail = 'The dashboard has no such file. Reload the page: it may have been updated.'
    return sendProblem(new Problem('not_found', 'not_found', detail), request, reply)
  })
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    suppressWarning: true,
    schemaHide: true,
    index: false,
    setHeaders: (reply) => void reply.header('cache-control', FOR_EVER),
  })
  if (signIns) await sessionRoutes(app, keys, limits, signIns)
  if (sso) callbackRoutes(app, sso, identities, sso.signIn, limits)

  /** Undefined if the page is not built in this language. */
  const pageIn = (language: Language) =>
    readFile(join(folder, `index.${language}.html`), 'utf8').catch(() => undefined)

  app.get('', { schema: { hide: true } }, (_, reply) => reply.redirect(`${app.prefix}/`, 308))
  app.get('/*', { schema: { hide: true } }, async ({ headers }, reply) => {
    const page = (await pageIn(pageLanguageOf(headers))) ?? (await pageIn('en'))
    const tag = tagOf(page ?? NOT_BUILT)
    // A 304 sends no policy: the cached policy has the nonce of the cached page.
    if (page !== undefined && namesTag(headers['if-none-match'], tag)) {
      return reply
        .code(304)
        .headers({ ...CACHED, etag: tag })
        .send()
    }
    const nonce = randomBytes(16).toString('base64')
    reply
      .type('text/html; charset=utf-8')
      .headers({ ...CACHED, 'content-security-policy': policy(nonce) })
    if (page === undefined) return reply.code(503).send(NOT_BUILT)
    return reply.header('etag', tag).send(page.replaceAll('NONCE', nonce))
  })
  refuseOthers()
}

const NOT_BUILT = `<!doctype html><html lang="en"><title>Not built · Fingerpost</title>
<h1>The dashboard is not built</h1>
<p>Run <code>pnpm --filter @fingerpost/web build</code> and reload this page; npm start does it by itself.</p>`
