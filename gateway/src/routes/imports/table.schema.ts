import type { FieldError, ProblemKind } from '@fingerpost/kit/http/problem'
import type { ImportTarget } from '@fingerpost/protos/link/v1/import'
import type { ReadOptions } from '../../sources/sheet.schema.ts'
import type { Links } from '../../sources/source.rules.ts'

/** The raw body of an import. */
export interface Upload {
  bytes: Uint8Array
  contentType: string
  /** The URL of a request with an `Idempotency-Key`. */
  url: string | undefined
  options: ReadOptions
  /** Whether only its columns and cells are read. */
  isLook: boolean
}

/** A parsed body. */
export interface Table extends Omit<Links, 'rows'> {
  /** Fields shared by all rows; undefined if they are in the query string. */
  target: ImportTarget | undefined
  total: number
  /** JSON of `ImportRow[]`, or of one `Look`, each small enough for one call. */
  pieces: Uint8Array<ArrayBuffer>[]
  /** Set if `url` was. */
  fingerprint: string | undefined
}

/** Messages between the gateway and the thread that parses tables. */
export interface Reading {
  id: number
  upload: Upload
}
export type Outcome = { id: number } & (
  | { table: Table }
  | { refusal: { kind: ProblemKind; code: string; detail: string; errors: readonly FieldError[] } }
  | { bug: string }
)
