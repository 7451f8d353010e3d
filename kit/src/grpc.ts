import { createRequire } from 'node:module'
import {
  type ChannelOptions,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js'
import { createFastHistogram } from './fast-histogram.ts'
import { openChannel } from './grpc-channel.ts'
import { type CallContext, type Caller, readContext, writeContext } from './grpc-context.ts'
import { isFault, problemFromStatus, statusFromError } from './grpc-problem.ts'
import { type Logger, lazyChild } from './log.ts'
import { secretsOf } from './shared-secret.ts'
import { startQuestion, traced } from './trace.ts'

export type { CallContext, Caller }

/** One entry of a service definition that ts-proto generated. */
interface Method<Request, Response> {
  path: string
  requestSerialize: (request: Request) => Buffer
  requestDeserialize: (bytes: Buffer) => Request
  responseSerialize: (response: Response) => Buffer
  responseDeserialize: (bytes: Buffer) => Response
}
// biome-ignore lint/suspicious/noExplicitAny: stands for "some message"; the mapped types below recover which.
type Methods<D> = { [M in keyof D]: Method<any, any> }
type RequestOf<M> = M extends Method<infer Request, infer _> ? Request : never
type ResponseOf<M> = M extends Method<infer _, infer Response> ? Response : never

/** The implementation of a service: plain async functions that throw `Problem`. */
export type Handlers<D extends Methods<D>> = {
  [M in keyof D]: (request: RequestOf<D[M]>, context: CallContext) => Promise<ResponseOf<D[M]>>
}

/** The client of a service: plain async functions that throw the `Problem` of the handler. */
export type Client<D extends Methods<D>> = {
  [M in keyof D]: (request: RequestOf<D[M]>, call?: CallOptions) => Promise<ResponseOf<D[M]>>
}

export interface CallOptions {
  requestId?: string
  /** The team and user of the call; absent for calls without a team. */
  caller?: Caller
  /** Deadline of the call; 5,000 by default. */
  timeoutMs?: number
}

/** Loaded lazily: a process that is only a client does not load its 50 modules. */
const healthCheck = () =>
  createRequire(import.meta.url)('grpc-health-check') as typeof import('grpc-health-check')

/** Maximum message sizes: of requests to a server, and of responses to a client. */
const REQUEST_BYTES = 4 * 1024 * 1024
const ANSWER_BYTES = 32 * 1024 * 1024
const OPTIONS: ChannelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.enable_channelz': 0, // per-call statistics that nothing reads
}
const LABELS = ['method', 'status'] as const
const served = createFastHistogram(
  'fingerpost_grpc_server_seconds',
  'Duration of gRPC calls that this process answered',
  LABELS,
)
const called = createFastHistogram(
  'fingerpost_grpc_client_seconds',
  'Duration of gRPC calls that this process made',
  LABELS,
)
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/

/**
 * A gRPC server with a health service. Throws if it would listen beyond loopback without a shared
 * secret. If there are several secrets, it accepts all of them.
 */
export function createServer(env: { GRPC_HOST: string; GRPC_SHARED_SECRET: string }, log: Logger) {
  const secrets = secretsOf(env.GRPC_SHARED_SECRET)
  if (!LOOPBACK.test(env.GRPC_HOST) && secrets.length === 0) {
    throw new Error('GRPC_HOST is beyond loopback: GRPC_SHARED_SECRET is required')
  }
  const server = new Server({ ...OPTIONS, 'grpc.max_receive_message_length': REQUEST_BYTES })
  const health = new (healthCheck().HealthImplementation)({ '': 'SERVING' })
  health.addToServer(server)
  return {
    add<D extends Methods<D>>(definition: D, handlers: Handlers<D>): void {
      const implementation: Record<string, handleUnaryCall<unknown, unknown>> = {}
      for (const name of Object.keys(definition) as (keyof D & string)[]) {
        const { path } = definition[name]
        implementation[name] = unary(path, handlers[name], secrets, log)
      }
      server.addService(definition as unknown as ServiceDefinition, implementation)
    },
    /** Returns the port that is bound, for callers that pass 0. */
    listen: (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const credentials = ServerCredentials.createInsecure()
        const host = env.GRPC_HOST.includes(':') ? `[${env.GRPC_HOST}]` : env.GRPC_HOST
        server.bindAsync(`${host}:${port}`, credentials, (error, bound) =>
          error ? reject(error) : resolve(bound),
        )
      }),
    /** Accepts no new calls and waits up to five seconds for those in flight. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        health.setStatus('', 'NOT_SERVING')
        const timer = setTimeout(() => server.forceShutdown(), 5_000)
        server.tryShutdown(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

/**
 * Adapts one async function to gRPC: logs one line per call, sends failures as status and trailer.
 */
function unary(
  method: string,
  // biome-ignore lint/suspicious/noExplicitAny: Handlers<D> has checked the pair already.
  handler: (request: any, context: CallContext) => Promise<any>,
  secrets: readonly string[],
  log: Logger,
): handleUnaryCall<unknown, unknown> {
  return async (call, callback) => {
    const started = performance.now()
    let requestId = ''
    const watch = (code: status | undefined) =>
      served(method, statusName(code))((performance.now() - started) / 1_000)
    const line = () => ({ method, requestId, ms: Math.round(performance.now() - started) })
    try {
      const { traceparent: parent, ...context } = readContext(call.metadata, secrets)
      requestId = context.requestId
      const lines = lazyChild(log, () => ({ method, requestId }))
      const answer = traced(method.slice(1), { kind: 'server', parent }, () =>
        handler(call.request, { ...context, isCancelled: () => call.cancelled, log: lines }),
      )
      callback(null, await answer)
      watch(status.OK)
      log.debug(line(), 'ok')
    } catch (error) {
      const { problem, status: failed } = statusFromError(error, requestId)
      watch(failed.code)
      const fault = isFault(problem)
      log[fault ? 'error' : 'info'](
        { ...line(), code: problem.code, err: problem.cause ?? (fault ? error : undefined) },
        'failed',
      )
      callback(failed)
    }
  }
}

const statusName = (code = status.UNKNOWN): string => status[code]

/**
 * A connection to the replicas of a service behind one name, with round-robin load balancing. Of
 * several shared secrets it sends the first.
 */
export function connect(address: string, sharedSecret = '', lookUpMs?: number) {
  const [secret] = secretsOf(sharedSecret)
  const channel = openChannel(
    address,
    { ...OPTIONS, 'grpc.max_receive_message_length': ANSWER_BYTES },
    lookUpMs,
  )

  const call =
    (method: Method<unknown, unknown>) =>
    (request: unknown, { timeoutMs = 5_000, ...options }: CallOptions = {}) =>
      new Promise((resolve, reject) => {
        const started = performance.now()
        const span = startQuestion(method.path.slice(1))
        const traceparent = span && { traceparent: span.traceparent }
        channel.current.makeUnaryRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          writeContext({ ...options, ...traceparent }, secret),
          { deadline: Date.now() + timeoutMs },
          (error, response) => {
            span?.end(error ?? undefined)
            const code = error ? error.code : status.OK
            called(method.path, statusName(code))((performance.now() - started) / 1_000)
            error ? reject(problemFromStatus(error)) : resolve(response)
          },
        )
      })

  return {
    /** A client for one of the services at this address. */
    client: <D extends Methods<D>>(definition: D): Client<D> =>
      Object.fromEntries(
        Object.entries<Method<unknown, unknown>>(definition).map(([name, it]) => [name, call(it)]),
      ) as Client<D>,
    /** Throws unless the health service reports SERVING. */
    async checkHealth(): Promise<void> {
      const check = call(healthCheck().service.Check as unknown as Method<unknown, unknown>)
      const answer = (await check({ service: '' }, { timeoutMs: 1_000 })) as { status: string }
      if (answer.status !== 'SERVING') throw new Error(`${address} is ${answer.status}`)
    },
    close: () => channel.close(),
  }
}

export type Connection = ReturnType<typeof connect>
