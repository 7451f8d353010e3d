import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound } from '@fingerpost/kit/problem'
import { toBuffer, toString as toText } from 'qrcode'
import { Type } from 'typebox'
import type { Clients } from '../../clients.ts'
import { LinkParams } from './link.schema.ts'

const Color = Type.Optional(Type.String({ pattern: '^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }))
const LEVELS = ['L', 'M', 'Q', 'H'] as const

const QrQuery = Type.Object(
  {
    format: Type.Optional(Type.Unsafe<'svg' | 'png'>({ type: 'string', enum: ['svg', 'png'] })),
    size: Type.Optional(Type.Integer({ minimum: 64, maximum: 2_048 })),
    level: Type.Optional(
      Type.Unsafe<(typeof LEVELS)[number]>({ type: 'string', enum: [...LEVELS] }),
    ),
    color: Color,
    background: Color,
    margin: Type.Optional(Type.Integer({ minimum: 0, maximum: 16 })),
  },
  { additionalProperties: false },
)

/** Tells redirect how the visitor came; it is not handed on to the destination. */
const VIA_QR = '?_via=qr'

export const qrRoutes =
  ({ links }: Pick<Clients, 'links'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/link/:link_id/qr',
      { config: { scope: 'link:read' }, schema: { params: LinkParams, querystring: QrQuery } },
      async ({ params, query, caller, id: requestId }, reply) => {
        const ids = [Number(params.link_id)].filter(Number.isSafeInteger)
        const { links: found } = await links.getLinks({ ids }, { caller, requestId })
        const [link] = found
        if (!link) throw notFound('There is no such link.')
        const { format = 'svg', size = 256, level = 'M', margin = 2 } = query
        const options = {
          width: size,
          margin,
          errorCorrectionLevel: level,
          color: { dark: hex(query.color, '#000000'), light: hex(query.background, '#ffffff') },
        }
        const text = link.shortUrl + VIA_QR
        return format === 'png'
          ? reply.type('image/png').send(await toBuffer(text, { ...options, type: 'png' }))
          : reply.type('image/svg+xml').send(await toText(text, { ...options, type: 'svg' }))
      },
    )
  }

/** A colour with or without its "#", which is a nuisance in query strings. */
const hex = (color: string | undefined, usual: string) =>
  color === undefined ? usual : `#${color.replace('#', '')}`
