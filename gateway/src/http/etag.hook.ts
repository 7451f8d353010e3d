import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Adds an `ETag` to successful reads and answers 304 if the client has that version. Only
 * for bodies that are complete in memory: streams pass through.
 */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', ({ method, headers }, reply, payload: unknown, done) => {
    const read = (method === 'GET' || method === 'HEAD') && reply.statusCode === 200
    if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', read ? 'private, no-cache' : 'no-store')
    }
    if (!read || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
      return done(null, payload)
    }
    const tag = tagOf(payload)
    reply.header('etag', tag)
    if (!namesTag(headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, '')
  })
}

/** Weak, because the same response may be sent compressed or uncompressed. */
export const tagOf = (content: string | Buffer): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`

/** Whether a list of tags contains this one, by weak comparison (RFC 9110, 13.1.2). */
export const namesTag = (list: string | undefined, tag: string): boolean =>
  (list ?? '').split(',').some((it) => {
    const given = it.trim()
    return given === '*' || given.replace(/^(W\/)?/, 'W/') === tag
  })
