import type { FieldError, ProblemKind } from '@fingerpost/kit/problem'
import type { ImportTarget } from '@fingerpost/protos/link/v1/import'

/** The body of an import as it came. */
export interface Upload {
  bytes: Uint8Array
  contentType: string
  /** The address of a request that has an `Idempotency-Key`. */
  url: string | undefined
}

/** A body that was read. */
export interface Table {
  /** What all rows share; undefined where the query says it. */
  target: ImportTarget | undefined
  total: number
  /** JSON of `ImportRow[]`, each small enough for one call. */
  pieces: Uint8Array<ArrayBuffer>[]
  /** Of a request with an address. */
  fingerprint: string | undefined
}

/** What goes between the gateway and the thread that reads tables. */
export interface Reading {
  id: number
  upload: Upload
}
export type Outcome = { id: number } & (
  | { table: Table }
  | { refusal: { kind: ProblemKind; code: string; detail: string; errors: readonly FieldError[] } }
  | { bug: string }
)
