import { createRequire } from 'node:module'
import { type ChannelOptions, status } from '@grpc/grpc-js'

/** One entry of a service definition that ts-proto generated. */
export interface Method<Request, Response> {
  path: string
  requestSerialize: (request: Request) => Buffer
  requestDeserialize: (bytes: Buffer) => Request
  responseSerialize: (response: Response) => Buffer
  responseDeserialize: (bytes: Buffer) => Response
}
// biome-ignore lint/suspicious/noExplicitAny: stands for "some message"; the mapped types below recover which.
export type Methods<D> = { [M in keyof D]: Method<any, any> }
export type RequestOf<M> = M extends Method<infer Request, infer _> ? Request : never
export type ResponseOf<M> = M extends Method<infer _, infer Response> ? Response : never

export const CHANNEL_OPTIONS: ChannelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.enable_channelz': 0, // per-call statistics that nothing reads
  // With the default of 64 kB, a piece of an export takes a hundred round trips.
  'grpc-node.flow_control_window': 4_194_304,
}
export const LABELS = ['method', 'status'] as const

/** Loaded lazily: a process that is only a client does not load its 50 modules. */
export const healthCheck = () =>
  createRequire(import.meta.url)('grpc-health-check') as typeof import('grpc-health-check')

export const statusName = (code = status.UNKNOWN): string => status[code]
