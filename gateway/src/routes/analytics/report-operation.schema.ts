import type { CallOptions } from '@fingerpost/kit/grpc/client'
import type { Caller } from '@fingerpost/kit/grpc/context'
import { type Static, type TSchema, Type } from 'typebox'
import { Filters } from './analytics.schema.ts'

export type TeamCall = CallOptions & { caller: Caller }

/** An operation below /analytics: its parameters, its response, and how it is answered. */
export interface ReportOperation {
  query: TSchema
  body: TSchema
  answer(query: unknown, call: TeamCall): Promise<unknown>
}

/** By name in the path, `clicks` for `/analytics/clicks`. */
export type ReportOperations = Readonly<Record<string, ReportOperation>>

/** Declares a question with the types of its schemas. */
export const operation = <Query extends TSchema, Body extends TSchema>(
  query: Query,
  body: Body,
  answer: (query: Static<Query>, call: TeamCall) => Promise<Static<Body>>,
): ReportOperation => ({ query, body, answer: (it, call) => answer(it as Static<Query>, call) })

const PARTS_MAX = 10
const { page: _, limit: __, ...SHARED } = Filters

export const ReportQuery = Type.Object(
  {
    ...SHARED,
    part: Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), {
      minItems: 1,
      maxItems: PARTS_MAX,
    }),
  },
  { additionalProperties: false },
)

export const Report = Type.Object(
  { parts: Type.Array(Type.Unknown({ description: 'The response of the operation' })) },
  { title: 'Report' },
)
