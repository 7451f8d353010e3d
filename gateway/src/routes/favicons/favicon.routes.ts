import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Signer } from '@fingerpost/kit/secrets/signature'
import { Type } from 'typebox'
import { guardBrowsers } from '../../http/browser.hook.ts'
import type { Limits } from '../../limits/limit.hook.ts'
import { tooManyVisits } from '../../problems.ts'
import { watchRoutes } from '../unknown/unknown.routes.ts'
import type { Icons } from './favicon.adapter.ts'
import { imageTypeOf, letterIcon, signedText } from './favicon.rules.ts'

const DAY = 'public, max-age=86400'
/** The icon is being fetched; a request in a minute may find it. */
const MINUTE = 'public, max-age=60'

/**
 * Favicons of destinations. Icons are fetched only for hosts signed by this instance, in turns of the teams;
 * other hosts, and icons that are still being fetched, get a letter.
 */
export const faviconRoutes =
  (
    signer: Signer,
    icons: Icons | undefined,
    limits: Pick<Limits, 'isFlood'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    guardBrowsers(app)
    app.addHook('onRequest', async (request) => {
      if (await limits.isFlood('icon', request)) throw tooManyVisits()
    })
    const refuseOthers = watchRoutes(app)
    const schema = {
      hide: true,
      params: Type.Object({ host: Type.String({ maxLength: 255 }) }),
      querystring: Type.Object({
        t: Type.Optional(Type.String()),
        s: Type.Optional(Type.String()),
      }),
    }

    app.get('/favicon/:host', { schema }, async ({ params, query }, reply) => {
      const { host } = params
      const { t: team = '', s: signature = '' } = query
      const signed = icons !== undefined && signer.check(signedText(host, team), signature)
      const icon = signed ? await icons.get(host, team) : Buffer.alloc(0)
      const type = icon && imageTypeOf(icon)
      return reply
        .type(type ?? 'image/svg+xml')
        .header('cache-control', icon === undefined ? MINUTE : DAY)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(type ? icon : letterIcon(host))
    })
    refuseOthers()
  }
