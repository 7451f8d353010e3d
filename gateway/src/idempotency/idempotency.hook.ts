import { conflict, invalid } from '@fingerpost/kit/http/problem'
import { createOutage } from '@fingerpost/kit/process/outage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionOf } from '../sessions/cookie.rules.ts'
import { keyOf } from '../sessions/credential.rules.ts'
import { type Answer, seal, unseal } from '../sessions/seal.adapter.ts'
import type { Answers, Place } from './answer.cache.ts'
import { fingerprintOf, hash } from './fingerprint.adapter.ts'

const MAX_LENGTH = 255
/** Maximum size of an encrypted answer. Of a larger one, only status and headers are stored. */
const ANSWER_BYTES = 65_536
const RETRY_AFTER_SECONDS = '1'
const STORED_HEADERS = ['content-type', 'location']

/** A request whose answer is to be stored. */
interface Work {
  name: string
  mine: Place
  secret: string
  /** Renews the lease until the answer exists. */
  beat: NodeJS.Timeout
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Hash of key, route and content of a POST with an `Idempotency-Key`. Services that create
     * something can store it, so that a request whose answer was lost still takes effect only once.
     */
    idempotencyKey: Buffer | undefined
    work: Work | undefined
    /** Fingerprint of a body that was parsed in another thread. */
    fingerprint: string | undefined
  }
}

/**
 * `Idempotency-Key` for every POST of this plugin: repeating a request returns the first answer.
 * Without `answers`, or while Redis is unavailable, every request is handled as new.
 */
export function answerOnce(app: FastifyInstance, answers: Answers | undefined): void {
  const outage = createOutage('redis is unavailable, idempotency keys are ignored')
  app.decorateRequest('idempotencyKey')
  app.decorateRequest('work')
  app.decorateRequest('fingerprint')

  app.addHook('preHandler', (request, reply, done) => {
    const given = givenKey(request)
    if (given === undefined) return done()
    begin(request, reply, given).then((over) => over || done(), done)
  })

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { work } = request
    if (!work || !answers) return done(null, payload)
    request.work = undefined
    clearInterval(work.beat)
    void settle(answers, work, request, reply, payload)
      .catch((error: unknown) =>
        request.log.warn({ err: error }, 'storing the response of an idempotency key failed'),
      )
      .then(() => done(null, payload))
  })

  /** Resolves to whether a response was already sent. */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    given: string,
  ): Promise<boolean> {
    const route = `${callerOf(request)} ${request.routeOptions.url}`
    const fingerprint = request.fingerprint ?? fingerprintOf(request.url, request.body)
    request.idempotencyKey = hash(route, given, fingerprint)
    if (!answers) return false

    const name = hash(route, given).toString('base64url')
    const secret = `${keyOf(request.headers) ?? sessionOf(request.headers)}\0${given}`
    const mine: Place = { fingerprint, worker: crypto.randomUUID() }
    let held: Place | undefined
    try {
      held = await answers.begin(name, mine)
      outage.ended(request.log)
    } catch (error) {
      outage.failed(request.log, error)
      return false
    }
    if (held) {
      answerAgain(held, fingerprint, secret, reply)
      return true
    }
    const beat = setInterval(() => {
      answers.renew(name, mine).catch(() => {}) // the next beat tries again
    }, answers.leaseMs / 3)
    request.work = { name, mine, secret, beat: beat.unref() }
    return false
  }
}

/** Stores the answer to a request with an idempotency key; a server error is not stored. */
async function settle(
  answers: Answers,
  work: Work,
  { caller }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) {
  const { name, mine, secret } = work
  const body = Buffer.isBuffer(payload) ? payload.toString('utf8') : payload
  if (reply.statusCode >= 500 || typeof body !== 'string') return answers.giveUp(name, mine)
  const rest = { status: reply.statusCode, headers: storedHeaders(reply) }
  const whole = seal({ ...rest, body }, secret)
  const stored = whole.length > ANSWER_BYTES ? seal(rest, secret) : whole
  return answers.save(name, mine, stored, caller.orgId)
}

/** The key of a request, or its session in one team. */
const callerOf = ({ keyId, sessionId, caller }: FastifyRequest) =>
  keyId ?? (sessionId === undefined ? undefined : `session ${sessionId} ${caller.orgId}`)

function givenKey(request: FastifyRequest): string | undefined {
  const { method, headers, caller, routeOptions } = request
  const given = headers['idempotency-key']
  if (method !== 'POST' || caller === undefined || given === undefined) return undefined
  if (typeof given === 'string' && given.length > 0 && given.length <= MAX_LENGTH) {
    // Requests that only read are idempotent by themselves, so their responses are not stored.
    return routeOptions.config.scope?.endsWith(':read') ? undefined : given
  }
  const detail = `must be 1 to ${MAX_LENGTH} characters`
  throw invalid([{ field: 'Idempotency-Key', code: 'invalid_format', detail }])
}

function answerAgain(held: Place, fingerprint: string, secret: string, reply: FastifyReply) {
  if (held.fingerprint !== fingerprint) {
    const detail = 'This Idempotency-Key was sent with another request before.'
    throw conflict('idempotency_key_reused', detail)
  }
  if (held.answer === undefined) {
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    throw conflict('idempotency_key_in_use', 'The first request with this key is still running.')
  }
  const { status, headers, body } = unsealed(held.answer, secret)
  if (body === undefined) {
    if (headers.location) reply.header('location', headers.location)
    const detail = `The request was already processed with status ${status}. The response was too large to be stored.`
    throw conflict('idempotency_answer_not_kept', detail)
  }
  return reply
    .code(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .send(Buffer.from(body))
}

/** The stored answer. Throws conflict if it was sealed with the secret that a rotation replaced. */
function unsealed(answer: string, secret: string): Answer {
  try {
    return unseal(answer, secret)
  } catch {
    const detail =
      'The request was already processed with another secret of this API key, which cannot read its response.'
    throw conflict('idempotency_answer_not_kept', detail)
  }
}

const storedHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    STORED_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
