import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Gives what is read an `ETag` and answers 304 to who has it already. Only what is whole in memory:
 * streams go out as they come.
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

/** Weak, because the same answer may go out compressed or not. */
export const tagOf = (content: string | Buffer): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`

/** Whether a list of tags has this one; strong and weak spellings are the same here (RFC 9110, 13.1.2). */
export const namesTag = (list: string | undefined, tag: string): boolean =>
  (list ?? '').split(',').some((it) => {
    const given = it.trim()
    return given === '*' || given.replace(/^(W\/)?/, 'W/') === tag
  })
