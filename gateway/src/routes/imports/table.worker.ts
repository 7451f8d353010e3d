import { parentPort } from 'node:worker_threads'
import { Problem } from '@fingerpost/kit/http/problem'
import { fingerprintOf } from '../../idempotency/fingerprint.adapter.ts'
import { piecesOf } from './import.rules.ts'
import { lookAtTable, readTable } from './table.rules.ts'
import type { Outcome, Reading, Table, Upload } from './table.schema.ts'

/** Characters per call: gRPC in 0.1 accepts 4 MiB, and a character takes up to three bytes. */
const PIECE = { rows: 2_000, characters: 1_000_000 }

/** The worker thread that parses tables of links, one at a time. */
parentPort?.on('message', ({ id, upload }: Reading) => {
  const outcome: Outcome = { id, ...outcomeOf(upload) }
  const parts = 'table' in outcome ? outcome.table.pieces.map(({ buffer }) => buffer) : []
  parentPort?.postMessage(outcome, parts)
})

function outcomeOf(upload: Upload) {
  try {
    return { table: tableOf(upload) }
  } catch (error) {
    if (!(error instanceof Problem)) return { bug: String(error) }
    const { kind, code, message: detail, errors } = error
    return { refusal: { kind, code, detail, errors } }
  }
}

function tableOf({ bytes, contentType, url, options, isLook }: Upload): Table {
  if (isLook) {
    const look = lookAtTable(bytes, contentType, options)
    const pieces = [new TextEncoder().encode(JSON.stringify(look))]
    const total = look.rows.length
    return { target: undefined, left_out: [], tables: [], total, pieces, fingerprint: undefined }
  }
  const { target, rows, content, left_out, tables } = readTable(bytes, contentType, options)
  return {
    target,
    left_out,
    tables,
    total: rows.length,
    pieces: [...piecesOf(rows, PIECE)].map((piece) => new TextEncoder().encode(piece)),
    fingerprint: url === undefined ? undefined : fingerprintOf(url, content),
  }
}
