import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { FailedRow, ImportRow } from './import.rules.ts'

/** Rows of one call: it is answered row by row, so that it can be told how far it is. */
const PIECE = 250
/** Rows that the API makes at once. */
const AT_ONCE = 1_000
const POLL_MS = 500

export interface Target {
  domain_id: number
  folder_id: number | null
}

export interface Progress {
  done: number
  total: number
  created: number
  failed: number
  /** The rows that failed, of a big import the first thousand. */
  rows: FailedRow[]
}

interface Answered {
  index: number
  error: { detail: string; field: string | null } | null
}

/**
 * Imports rows and tells how far it is. A few are sent piece by piece; more than the API makes at once
 * are handed over as one job, which goes on also when the page is closed.
 */
export function useImport() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const run = useMutation({
    mutationFn: async ({ rows, target }: { rows: ImportRow[]; target: Target }) => {
      setProgress({ done: 0, total: rows.length, created: 0, failed: 0, rows: [] })
      const steps = rows.length > AT_ONCE ? inBackground : pieceByPiece
      for await (const { items, ...counts } of steps(rows, target)) {
        const failed = items.flatMap(({ index, error }) => {
          const row = rows[index]
          return error && row ? [{ ...row, error: error.detail }] : []
        })
        setProgress({ ...counts, total: rows.length, rows: failed })
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
  return { ...run, progress }
}

type Steps = AsyncGenerator<{ done: number; created: number; failed: number; items: Answered[] }>

async function* pieceByPiece(rows: ImportRow[], target: Target): Steps {
  const items: Answered[] = []
  for (let from = 0; from < rows.length; from += PIECE) {
    const body = { ...target, csv: rows.slice(from, from + PIECE) }
    const answer = await read(api().POST('/link/import', { body }))
    if (!('items' in answer)) return
    items.push(...answer.items.map((it) => ({ ...it, index: it.index + from })))
    const failed = items.filter(({ error }) => error).length
    yield { done: items.length, created: items.length - failed, failed, items }
  }
}

async function* inBackground(rows: ImportRow[], target: Target): Steps {
  const job = await read(api().POST('/link/import', { body: { ...target, csv: rows } }))
  if (!('job_id' in job)) return
  const params = { path: { job_id: job.job_id } }
  for (;;) {
    const { status, ...state } = await read(api().GET('/link/import/{job_id}', { params }))
    yield state
    if (status === 'done') return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
