import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { runFor } from '../async/connection-share.ts'
import { type Logger, lazyChild } from '../process/log.ts'
import { createOutage } from '../process/outage.ts'
import { secretsOf } from '../secrets/shared-secret.ts'
import { createFastHistogram } from '../telemetry/fast-histogram.ts'
import { traced } from '../telemetry/trace.ts'
import { type CallContext, readContext } from './context.ts'
import {
  CHANNEL_OPTIONS,
  healthCheck,
  LABELS,
  type Methods,
  type RequestOf,
  type ResponseOf,
  statusName,
} from './method.ts'
import { isFault, statusFromError } from './problem-status.ts'

/** The implementation of a service: plain async functions that throw `Problem`. */
export type Handlers<D extends Methods<D>> = {
  [M in keyof D]: (request: RequestOf<D[M]>, context: CallContext) => Promise<ResponseOf<D[M]>>
}

/** Default maximum size of a request. */
export const REQUEST_BYTES = 4 * 1024 * 1024
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/
const served = createFastHistogram(
  'fingerpost_grpc_server_duration_seconds',
  'Duration of gRPC calls that this process answered',
  LABELS,
)

const yes = () => true
const no = () => false

/**
 * A gRPC server with a health service. Throws if it would listen beyond loopback without a shared
 * secret. If there are several secrets, it accepts all of them.
 */
export function createServer(
  env: { GRPC_HOST: string; GRPC_SHARED_SECRET: string },
  log: Logger,
  requestBytes = REQUEST_BYTES,
) {
  const secrets = secretsOf(env.GRPC_SHARED_SECRET)
  if (!LOOPBACK.test(env.GRPC_HOST) && secrets.length === 0) {
    throw new Error('GRPC_HOST is beyond loopback: GRPC_SHARED_SECRET is required')
  }
  const server = new Server({
    ...CHANNEL_OPTIONS,
    'grpc.max_receive_message_length': requestBytes,
  })
  let isStopping = false
  /** What the health service checks, by name; the process itself has no name. */
  const checks = new Map<string, () => Promise<unknown>>([['', async () => {}]])
  const isServing = async (check: () => Promise<unknown>) => !isStopping && check().then(yes, no)
  const health: UntypedServiceImplementation = {
    check(
      call: ServerUnaryCall<{ service: string }, unknown>,
      callback: sendUnaryData<{ status: string }>,
    ) {
      const check = checks.get(call.request.service)
      if (!check) return callback({ code: status.NOT_FOUND })
      return isServing(check).then((it) =>
        callback(null, { status: it ? 'SERVING' : 'NOT_SERVING' }),
      )
    },
  }
  server.addService(healthCheck().service, health)
  return {
    /** Adds a store to the health service, under its name; `ping` rejects if it is unavailable. */
    reportStore(name: string, ping: () => Promise<unknown>): void {
      let asked: Promise<unknown> | undefined
      const shared = () => {
        asked ??= ping().finally(() => {
          asked = undefined
        })
        return asked
      }
      checks.set(name, shared)
    },
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
        isStopping = true
        const timer = setTimeout(() => server.forceShutdown(), 5_000)
        server.tryShutdown(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

/**
 * Adapts one async function to gRPC: logs failures, those of a store that is unavailable as one outage, and
 * sends them as status and trailer.
 */
function unary(
  method: string,
  // biome-ignore lint/suspicious/noExplicitAny: Handlers<D> has checked the pair already.
  handler: (request: any, context: CallContext) => Promise<any>,
  secrets: readonly string[],
  log: Logger,
): handleUnaryCall<unknown, unknown> {
  const outages = { info: createOutage('failed', 'info'), error: createOutage('failed', 'error') }
  return async (call, callback) => {
    const started = performance.now()
    let requestId = ''
    const watch = (code: status | undefined) =>
      served(method, statusName(code))((performance.now() - started) / 1_000)
    const line = () => ({ method, requestId, ms: Math.round(performance.now() - started) })
    try {
      const { traceparent: parent, owner, ...context } = readContext(call.metadata, secrets)
      requestId = context.requestId
      const lines = lazyChild(log, () => ({ method, requestId }))
      const answer = traced(method.slice(1), { kind: 'server', parent }, () =>
        runFor(owner, () =>
          handler(call.request, {
            ...context,
            isCancelled: () => call.cancelled,
            leftMs: () => Number(call.getDeadline()) - Date.now(),
            log: lines,
          }),
        ),
      )
      callback(null, await answer)
      watch(status.OK)
      outages.info.ended(log, { method })
      outages.error.ended(log, { method })
      log.debug(line(), 'ok')
    } catch (error) {
      const { problem, status: failed } = statusFromError(error, requestId)
      watch(failed.code)
      const fault = isFault(problem)
      const level = fault ? 'error' : 'info'
      const fields = { ...line(), code: problem.code }
      const err = problem.cause ?? (fault ? error : undefined)
      if (problem.kind === 'unavailable' && err) outages[level].failed(log, err, fields)
      else log[level]({ ...fields, err }, 'failed')
      callback(failed)
    }
  }
}
