import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { withRetry } from './bulk.queries.ts'
import { type Fault, faultOf, type ImportRow, toTable } from './import.rules.ts'
import { storeLastImport } from './last-import.ts'

const POLL_MS = 500

export interface Target {
  domain_id: number
  folder_id: number | null
}

/** Rows of a file with this name. */
interface Import {
  name: string
  rows: readonly ImportRow[]
  target: Target
}

export interface Progress {
  /** The id of the import, once it has begun. */
  job?: string
  done: number
  total: number
  created: number
  failed: number
  /** The first thousand failed rows; none after a reload. */
  faults: readonly Fault[]
}

/** What is wrong with rows before they are imported. */
export interface Checked {
  failed: number
  /** The first thousand of them. */
  faults: readonly Fault[]
}

/** Checks rows without creating links. */
export const useCheckImport = () =>
  useMutation({
    mutationFn: async ({ rows, target }: Omit<Import, 'name'>): Promise<Checked> => {
      const answer = await post(rows, { ...target, dry_run: true })
      const { failed, items } = 'items' in answer ? answer : NOTHING
      return { failed, faults: inOrder(faultsOf(rows, items)) }
    },
  })

/** Imports rows, or follows an import that has begun, and reports its progress. */
export function useImport() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const run = useMutation({
    mutationFn: async (it: (Import & { faults: readonly Fault[] }) | { job: string }) => {
      if ('job' in it) {
        for await (const state of follow(it.job)) setProgress({ ...state, faults: [] })
        return
      }
      const { rows, target, name } = it
      const failed = it.faults
      const bad = new Set(failed.map(({ line }) => line))
      const sent = rows.filter(({ line }) => !bad.has(line))
      const report = (state: State, faults: readonly Fault[]) =>
        setProgress({
          ...state,
          total: rows.length,
          done: state.done + failed.length,
          failed: state.failed + failed.length,
          faults: inOrder(failed, faults),
        })
      report(NOTHING, [])
      const answer = await post(sent, target)
      if (answer.job_id) storeLastImport({ job: answer.job_id, name, at: Date.now() })
      for await (const state of 'items' in answer ? [finished(answer)] : follow(answer.job_id)) {
        report(state, faultsOf(sent, state.items))
      }
    },
    onSettled: () => refresh(queries),
  })
  return { ...run, progress }
}

/** Deletes the links of an import, and with `include_changed`, also those that were changed since. */
export function useUndoImport(job: string) {
  const queries = useQueryClient()
  const [deleted, setDeleted] = useState(0)
  const undo = useMutation({
    mutationFn: async (include_changed: boolean) => {
      const params = { path: { job_id: job } }
      for (;;) {
        const options = { params, body: { include_changed } }
        const call = () => api().POST('/link/import/{job_id}/undo', options)
        const answer = await withRetry(() => read(call()))
        setDeleted((before) => before + answer.deleted)
        if (!answer.more) return answer
      }
    },
    onSettled: () => refresh(queries),
  })
  return { ...undo, deleted }
}

/** Reads again what an import creates. */
const refresh = (queries: QueryClient) =>
  Promise.all(
    ['link', 'tag', 'folder'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })),
  )

interface Item {
  index: number
  error: { field: string | null; detail: string } | null
}
type State = Omit<Progress, 'faults'> & { items: readonly Item[] }

const NOTHING: State = { done: 0, total: 0, created: 0, failed: 0, items: [] }

const faultsOf = (rows: readonly ImportRow[], items: readonly Item[]): Fault[] =>
  items.flatMap(({ index, error }) => {
    const row = rows[index]
    return error && row ? [faultOf(row, error)] : []
  })

const inOrder = (...faults: (readonly Fault[])[]): Fault[] =>
  faults.flat().sort((a, b) => a.line.number - b.line.number)

function finished({ job_id, ...state }: Omit<State, 'done' | 'job'> & { job_id?: string }): State {
  return { ...state, done: state.total, ...(job_id && { job: job_id }) }
}

/** Sends a table, once the rate limit allows it. */
async function post(
  rows: readonly ImportRow[],
  { folder_id, ...target }: Target & { dry_run?: boolean },
) {
  const { default: papa } = await import('papaparse')
  const csv = papa.unparse(toTable(rows), { quotes: true })
  const query = { ...target, create_labels: true, ...(folder_id !== null && { folder_id }) }
  return withRetry(() =>
    read(
      api().POST('/link/import', {
        params: { query },
        body: csv,
        bodySerializer: String,
        headers: { 'content-type': 'text/csv' },
      }),
    ),
  )
}

async function* follow(job: string): AsyncGenerator<State> {
  const params = { path: { job_id: job } }
  for (;;) {
    const { status, ...state } = await withRetry(() =>
      read(api().GET('/link/import/{job_id}', { params })),
    )
    yield { ...state, job }
    if (status === 'done') return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
