import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { problemOf, read } from '../../api/problem.ts'
import { type FailedRow, type ImportRow, tagsOf } from './import.rules.ts'
import { type FoundTags, findTags, tagErrorOf, tagLinks } from './import-tags.ts'

/** Rows per call, small enough to report progress. */
const PIECE = 250
/** Rows that the API imports synchronously. */
const AT_ONCE = 1_000
const POLL_MS = 500
/** The API accepts ten imports a minute. */
const LIMITED_MS = 6_000

export interface Target {
  domain_id: number
  folder_id: number | null
}

export interface Progress {
  done: number
  total: number
  created: number
  failed: number
  /** The failed rows; of a large import, the first thousand. */
  rows: FailedRow[]
}

interface Answered {
  index: number
  error: { detail: string } | null
}

/**
 * Imports rows and reports progress. Small imports are sent in pieces; larger ones become one job,
 * which continues even if the page is closed. Rows with tags are always sent in pieces, because
 * tags are added to each link afterwards.
 */
export function useImport() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const run = useMutation({
    mutationFn: async ({ rows, target }: { rows: ImportRow[]; target: Target }) => {
      setProgress({ done: 0, total: rows.length, created: 0, failed: 0, rows: [] })
      const names = tagsOf(rows)
      const steps =
        rows.length > AT_ONCE && names.length === 0
          ? inBackground(rows, target)
          : pieceByPiece(rows, target, await findTags(names))
      for await (const { items, ...counts } of steps) {
        const failed = items.flatMap(({ index, error }) => {
          const row = rows[index]
          return error && row ? [{ ...row, error: error.detail }] : []
        })
        setProgress({ ...counts, total: rows.length, rows: failed })
      }
    },
    onSettled: () =>
      Promise.all(['link', 'tag'].map((kind) => queries.invalidateQueries({ queryKey: [kind] }))),
  })
  return { ...run, progress }
}

type Steps = AsyncGenerator<{ done: number; created: number; failed: number; items: Answered[] }>

async function* pieceByPiece(rows: ImportRow[], target: Target, tags: FoundTags): Steps {
  const size = rows.length > AT_ONCE ? AT_ONCE : PIECE
  const items: Answered[] = []
  let created = 0
  for (let from = 0; from < rows.length; from += size) {
    const piece = rows.slice(from, from + size).map((row, i) => ({ row, index: from + i }))
    for (const { row, index } of piece) {
      const detail = tagErrorOf(row, tags)
      if (detail) items.push({ index, error: { detail } })
    }
    const sent = piece.filter(({ row }) => !tagErrorOf(row, tags))
    const answers = await importRows(
      sent.map(({ row }) => row),
      target,
    )
    const made = answers.flatMap(({ index, link }) => {
      const at = sent[index]
      return link && at ? [{ ...at, id: link.id }] : []
    })
    created += made.length
    const untagged = await tagLinks(made, tags)
    for (const { index, error } of answers) {
      const at = sent[index]?.index ?? 0
      const detail = error?.detail ?? untagged.get(at)
      items.push({ index: at, error: detail === undefined ? null : { detail } })
    }
    items.sort((a, b) => a.index - b.index)
    yield { done: items.length, created, failed: items.filter(({ error }) => error).length, items }
  }
}

/** Imports rows synchronously; waits if the rate limit is reached. */
async function importRows(rows: readonly ImportRow[], target: Target) {
  if (rows.length === 0) return []
  const csv = rows.map(({ tags: _, ...row }) => row)
  for (;;) {
    try {
      const answer = await read(api().POST('/link/import', { body: { ...target, csv } }))
      return 'items' in answer ? answer.items : []
    } catch (error) {
      if (problemOf(error).code !== 'rate_limited') throw error
      await new Promise((resolve) => setTimeout(resolve, LIMITED_MS))
    }
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
