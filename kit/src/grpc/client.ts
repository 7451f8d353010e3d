import { type ServiceError, status } from '@grpc/grpc-js'
import type { Actor } from '../audit/actor.ts'
import { deadline } from '../process/pace.ts'
import { secretsOf } from '../secrets/shared-secret.ts'
import { createFastHistogram } from '../telemetry/fast-histogram.ts'
import { startCall } from '../telemetry/trace.ts'
import { openChannel } from './channel.ts'
import { type Caller, writeContext } from './context.ts'
import {
  CHANNEL_OPTIONS,
  healthCheck,
  LABELS,
  type Method,
  type Methods,
  type RequestOf,
  type ResponseOf,
  statusName,
} from './method.ts'
import { problemFromStatus } from './problem-status.ts'

/** The client of a service: plain async functions that throw the `Problem` of the handler. */
export type Client<D extends Methods<D>> = {
  [M in keyof D]: (request: RequestOf<D[M]>, call?: CallOptions) => Promise<ResponseOf<D[M]>>
}

export interface CallOptions {
  requestId?: string
  /** The team and user of the call; absent for calls without a team. */
  caller?: Caller
  /** The actor of a call without a team, which the audit log records. */
  actor?: Actor
  /** Deadline of the call; 5,000 by default. */
  timeoutMs?: number
}

/** How long a call without a connection waits for one, before it is sent once more. */
const RECONNECT_MS = 250
/** Whether a call failed for want of a connection, so that no server has begun it. */
const isUnsent = ({ code, details }: ServiceError): boolean =>
  code === status.UNAVAILABLE && details.includes('No connection established')

/** Maximum size of a response. */
const RESPONSE_BYTES = 32 * 1024 * 1024
const called = createFastHistogram(
  'fingerpost_grpc_client_duration_seconds',
  'Duration of gRPC calls that this process made',
  LABELS,
)

/**
 * A connection to the replicas of a service behind one name, with round-robin load balancing. Of
 * several shared secrets it sends the first.
 */
export function connect(address: string, sharedSecret = '', lookUpMs?: number) {
  const [secret] = secretsOf(sharedSecret)
  const channel = openChannel(
    address,
    { ...CHANNEL_OPTIONS, 'grpc.max_receive_message_length': RESPONSE_BYTES },
    lookUpMs,
  )

  const call =
    (method: Method<unknown, unknown>) =>
    (request: unknown, { timeoutMs = 5_000, ...options }: CallOptions = {}) =>
      new Promise((resolve, reject) => {
        const started = performance.now()
        const until = Date.now() + deadline(timeoutMs)
        const span = startCall(method.path.slice(1))
        const traceparent = span && { traceparent: span.traceparent }
        const send = (isRepeated: boolean) =>
          channel.current.makeUnaryRequest(
            method.path,
            method.requestSerialize,
            method.responseDeserialize,
            request,
            writeContext({ ...options, ...traceparent }, secret),
            { deadline: until },
            (error, response) => {
              if (error && !isRepeated && isUnsent(error)) {
                const fail = () => reject(problemFromStatus(error))
                return void channel
                  .ready(deadline(RECONNECT_MS))
                  .then(() => send(true))
                  .catch(fail)
              }
              span?.end(error ?? undefined)
              const code = error ? error.code : status.OK
              called(method.path, statusName(code))((performance.now() - started) / 1_000)
              if (!error) return resolve(response)
              reject(problemFromStatus(error))
            },
          )
        send(false)
      })

  /** Throws unless the health service reports SERVING. */
  async function check(service: string): Promise<void> {
    const ask = call(healthCheck().service.Check as unknown as Method<unknown, unknown>)
    const answer = (await ask({ service }, { timeoutMs: 1_000 })) as { status: string }
    if (answer.status !== 'SERVING') throw new Error(`${service} at ${address} is ${answer.status}`)
  }

  return {
    /** A client for one of the services at this address. */
    client: <D extends Methods<D>>(definition: D): Client<D> =>
      Object.fromEntries(
        Object.entries<Method<unknown, unknown>>(definition).map(([name, it]) => [name, call(it)]),
      ) as Client<D>,
    /** Throws unless the process accepts calls. */
    checkHealth: () => check(''),
    /** A check that throws unless the process reaches its store of this name. */
    checkStore: (name: string) => () => check(name),
    close: () => channel.close(),
  }
}

export type Connection = ReturnType<typeof connect>
