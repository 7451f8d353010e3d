import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound, Problem } from '@fingerpost/kit/http/problem'
import { canonicalAddress } from '@fingerpost/kit/net/ip'
import { RULE_KINDS } from '@fingerpost/protos/redirect-rules'
import { Type } from 'typebox'
import type { Clients } from '../../clients.ts'
import { DateTime, Nullable, OneOf } from '../../schema/shared.schema.ts'
import { LinkParams } from './link.schema.ts'
import type { ImaginedVisit, Resolved } from './resolve.client.ts'

/** A generic user agent that is not a bot. */
const DEFAULT_AGENT = 'Mozilla/5.0'

export const ResolveQuery = Type.Object(
  {
    ip: Type.Optional(Type.String({ maxLength: 64 })),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    user_agent: Type.Optional(
      Type.String({ maxLength: 1_024, pattern: '^[\\x20-\\x7e\\u00a0-\\u00ff]*$' }),
    ),
    accept_language: Type.Optional(Type.String({ maxLength: 256, pattern: '^[\\x20-\\x7e]*$' })),
    referer_url: Type.Optional(Type.String({ maxLength: 2_048, pattern: '^[\\x21-\\x7e]*$' })),
    query: Type.Optional(Type.String({ maxLength: 2_048 })),
    at: Type.Optional(DateTime),
  },
  { additionalProperties: false },
)

export const Resolution = Type.Object({
  status: Type.Integer(),
  location: Nullable(Type.String()),
  rule: OneOf(['domain', 'deleted', 'expired', 'password', ...RULE_KINDS, 'url']),
  variant: Nullable(Type.String()),
  rules: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      matches: Type.Boolean(),
      when: Type.Array(
        Type.Object({ type: Type.String(), holds: Type.Boolean(), actual: Type.String() }),
      ),
    }),
  ),
})

/** Where a visitor would be redirected and by which rule, decided by redirect itself. */
export const resolveRoutes =
  (
    { links }: Pick<Clients, 'links'>,
    resolve: (visit: ImaginedVisit) => Promise<Resolved>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/link/:link_id/resolve',
      {
        config: { scope: 'link:read' },
        schema: { params: LinkParams, querystring: ResolveQuery, response: { 200: Resolution } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const ip = query.ip === undefined ? '' : canonicalAddress(query.ip)
        if (ip === undefined) {
          const detail = 'is not an IP address'
          throw new Problem('invalid', 'invalid_ip', `ip: ${detail}`, [
            { field: 'ip', code: 'invalid_ip', detail },
          ])
        }
        const ids = [Number(params.link_id)].filter(Number.isSafeInteger)
        const { links: found } = await links.getLinks({ ids }, { caller, requestId })
        const [link] = found
        if (!link) throw notFound('There is no such link.')
        const { rules, ...resolved } = await resolve({
          domain: link.domain,
          slug: link.slug,
          ip,
          country: query.country ?? '',
          userAgent: query.user_agent ?? DEFAULT_AGENT,
          language: query.accept_language ?? '',
          referer: query.referer_url ?? '',
          query: query.query?.replace(/^\?/, '') ?? '',
          atMs: query.at === undefined ? Date.now() : Date.parse(query.at),
        })
        const nameOf = (id: number) => link.rules.find((rule) => rule.id === id)?.name ?? ''
        return { ...resolved, rules: rules.map((rule) => ({ ...rule, name: nameOf(rule.id) })) }
      },
    )
  }
