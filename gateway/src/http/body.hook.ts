import { Problem } from '@fingerpost/kit/http/problem'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { BODY_LIMITS, checkJsonSize, missingBody } from '../schema/json.rules.ts'
import { decodeText } from './text.rules.ts'

/**
 * Parses JSON bodies in the charset they declare, and rejects bodies whose structure would be slow
 * to parse and validate. An absent body is taken as `{}` where no field is required. Compressed bodies
 * are rejected (RFC 9110, 15.5.16).
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      // Some clients send a Content-Type without a body.
      if (bytes.length === 0) return done(null)
      try {
        const text = decodeText(bytes, request.headers['content-type'])
        checkJsonSize(text, BODY_LIMITS)
        void parseJson(request, text, done)
      } catch (error) {
        done(error as Error)
      }
    },
  )

  app.addHook('preValidation', (request, _reply, done) => {
    const { body: schema } = request.routeOptions.schema ?? {}
    if (!schema || request.body !== undefined) return done()
    if (!mayBeEmpty(schema)) return done(missingBody())
    request.body = {}
    done()
  })

  app.addHook('preParsing', ({ headers }, reply, _payload, done) => {
    const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
    const coding = headers['content-encoding']?.trim().toLowerCase()
    if (!hasBody || !coding || coding === 'identity') return done()
    reply.header('accept-encoding', 'identity')
    const detail = `Content-Encoding ${coding} is not supported. Send the body uncompressed.`
    done(new Problem('unsupported', 'unsupported_media_type', detail))
  })
}

/** Whether no field of an object is required. */
function mayBeEmpty(schema: NonNullable<FastifySchema['body']>): boolean {
  const { type, required = [] } = schema as { type?: string; required?: string[] }
  return type === 'object' && required.length === 0
}
