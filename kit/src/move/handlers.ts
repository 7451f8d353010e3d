import type { CallContext } from '../grpc/context.ts'
import { invalid, notFound } from '../http/problem.ts'
import {
  faultsOf,
  type MoveField,
  type MoveLine,
  parseLines,
  type Renumber,
  renumberLine,
} from './field.ts'

/** Lines as JSON, and where the next ones begin. */
export interface MovePiece {
  text: Uint8Array
  next?: string | undefined
  /** Lines read before and after a change of this number are inconsistent. */
  version?: number | undefined
}

/** The team of an import, and the user of the team who becomes the creator of everything. */
export interface MoveTeam {
  orgId: number
  userId: number
  requestId: string
}

/** A kind of data that exports contain. */
export interface MoveKind {
  fields: Readonly<Record<string, MoveField>>
  read(orgId: number, after: string | undefined, beforeMs: number | undefined): Promise<MovePiece>
  /**
   * What is wrong with a line whose fields are valid, one sentence each. `orgId` is the team that may
   * have it already.
   */
  check?(line: MoveLine, orgId: number | undefined): Promise<string[]> | string[]
  /** What only one line may have, such as its name. */
  keys?(line: MoveLine): readonly string[]
  /** Whether a line counts towards the limit of a team; all do by default. */
  counts?(line: MoveLine): boolean
  /** Reserves ids for its lines; absent: they have none. */
  reserveIds?: ReserveIds
  /** Writes lines, and leaves those as they are that are written already. Absent: for information. */
  write?(team: MoveTeam, lines: readonly MoveLine[]): Promise<void>
}

/** Reserves as many ids. Returns the first. */
export type ReserveIds = (count: number) => Promise<number>

/** Checking stops at so many errors: one call has room for a million lines. */
const ERRORS_MAX = 50

/**
 * Serves `Moves` for these kinds. `limits` are how many lines of a kind a team can have, absent or 0:
 * any number; `further` reserves ids of parts of lines.
 */
export const moveHandlers = (
  kinds: Readonly<Record<string, MoveKind>>,
  limits: Readonly<Record<string, number>> = {},
  further: Readonly<Record<string, ReserveIds>> = {},
) => {
  const kindOf = (name: string): MoveKind => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) throw notFound(`There is no kind ${name}.`)
    return kind
  }

  return {
    readLines: (
      { kind, after, before_ms }: PieceRequest,
      { caller }: Pick<CallContext, 'caller'>,
    ): Promise<MovePiece> => kindOf(kind).read(caller().orgId, after, before_ms),

    async checkLines({ kind: name, text, org_id }: Given & { org_id?: number | undefined }) {
      const kind = kindOf(name)
      const ids: Record<string, { first: number; last: number }> = {}
      const errors: { line: number; detail: string }[] = []
      const keys: { line: number; key: string }[] = []
      let counted = 0
      const note: Renumber = (of, id) => {
        const { first = id, last = id } = ids[of] ?? {}
        ids[of] = { first: Math.min(first, id), last: Math.max(last, id) }
        return id
      }
      for (const [i, line] of parseLines(text).entries()) {
        const faults = typeof line === 'string' ? [line] : faultsOf(kind.fields, line)
        if (typeof line !== 'string' && faults.length === 0) {
          const whole = renumberLine(kind.fields, line, note)
          if (kind.counts?.(whole) ?? true) counted++
          faults.push(...((await kind.check?.(whole, org_id)) ?? []))
          const own = typeof line.id === 'number' ? [`the id ${line.id}`] : []
          const known = [...own, ...(kind.keys?.(whole) ?? [])]
          keys.push(...known.map((key) => ({ line: i + 1, key })))
        }
        errors.push(...faults.map((detail) => ({ line: i + 1, detail })))
        if (errors.length >= ERRORS_MAX) break
      }
      return { errors, ids, keys, counted, quota: limits[name] ?? 0 }
    },

    async reserveIds({ kind, count }: { kind: string; count: number }) {
      const reserve = Object.hasOwn(further, kind) ? further[kind] : kindOf(kind).reserveIds
      if (!reserve) throw notFound(`There are no ids of ${kind} here.`)
      return { first: await reserve(count) }
    },

    async writeLines(
      { kind: name, text, shifts }: Given & { shifts: Readonly<Record<string, number>> },
      { caller, requestId }: Pick<CallContext, 'caller' | 'requestId'>,
    ) {
      const kind = kindOf(name)
      const shift: Renumber = (of, id) => {
        const by = shifts[of]
        if (by === undefined || !(id + by > 0)) throw refuse(name, `has an unknown id of ${of}`)
        return id + by
      }
      const lines = parseLines(text).map((line) => {
        const [fault] = typeof line === 'string' ? [line] : faultsOf(kind.fields, line)
        if (typeof line === 'string' || fault) throw refuse(name, fault ?? '')
        return renumberLine(kind.fields, line, shift)
      })
      const { orgId, userId } = caller()
      if (lines.length > 0) await kind.write?.({ orgId, userId, requestId }, lines)
      return {}
    },
  }
}

interface PieceRequest {
  kind: string
  after?: string | undefined
  before_ms?: number | undefined
}

interface Given {
  kind: string
  text: Uint8Array
}

const refuse = (field: string, detail: string) => invalid([{ field, code: 'invalid', detail }])

/** Lines of these values. */
export const toLines = (values: readonly object[]): Uint8Array =>
  Buffer.from(values.map((it) => `${JSON.stringify(it)}\n`).join(''))
