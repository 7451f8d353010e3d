import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import { QUIET_ZONE } from '@fingerpost/protos/qr'
import { create, toString as toText } from 'qrcode'
import { Type } from 'typebox'
import type { Clients } from '../../clients.ts'
import { contrastOf, isLighter, MIN_CONTRAST } from './contrast.rules.ts'
import { LinkParams } from './link.schema.ts'
import { pngOf } from './png.adapter.ts'

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
    margin: Type.Optional(Type.Integer({ minimum: QUIET_ZONE, maximum: 16 })),
  },
  { additionalProperties: false },
)

/** Marks visits by QR code; redirect does not forward the parameter to the destination. */
const VIA_QR = '?_via=qr'

/** Comparing all eight masks takes 35 ms for the longest text; codes are readable with any mask. */
const LONG = 200
const MASK = 2

type Level = (typeof LEVELS)[number]

const coding = (text: string, level: Level) => ({
  errorCorrectionLevel: level,
  ...(text.length > LONG && ({ maskPattern: MASK } as const)),
})

const refusal = (field: string, detail: string) =>
  invalid([{ field, code: 'out_of_range', detail }])

/** Throws invalid for a text too long for this error correction level. */
function encode(text: string, level: Level) {
  try {
    return create(text, coding(text, level))
  } catch {
    throw refusal('level', 'leaves too little room for this address; L has the most')
  }
}

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
        const { format = 'svg', size = 256, level = 'M', margin = QUIET_ZONE } = query
        const text = link.short_url + VIA_QR
        const { modules } = encode(text, level)
        const dark = hex(query.color, '#000000')
        const light = hex(query.background, '#ffffff')
        if (isLighter(dark, light)) throw refusal('color', 'must be darker than background')
        if (contrastOf(dark, light) < MIN_CONTRAST) {
          throw refusal(
            'color',
            `must have a contrast of at least ${MIN_CONTRAST}:1 with background`,
          )
        }
        if (format === 'png') {
          const side = modules.size + 2 * margin
          if (size < side) throw refusal('size', `must be at least ${side} for this link`)
          return reply
            .type('image/png')
            .send(await pngOf(modules, { pixels: size, margin, dark, light }))
        }
        const options = { ...coding(text, level), width: size, margin, color: { dark, light } }
        return reply.type('image/svg+xml').send(await toText(text, { ...options, type: 'svg' }))
      },
    )
  }

/** A color with or without "#", which would have to be escaped in query strings. */
const hex = (color: string | undefined, usual: string) =>
  color === undefined ? usual : `#${color.replace('#', '')}`
