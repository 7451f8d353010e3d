import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { withRetry } from './bulk.queries.ts'
import { type Fault, faultOf } from './import.rules.ts'
import { storeLastImport } from './last-import.ts'
import { type Sheet, sheetOf, typeOf } from './sheet.rules.ts'

const POLL_MS = 500

/** How a file is imported. */
export interface Plan {
  domain_id: number
  folder_id: number | null
  ignore_domain: boolean
  /** The fields of columns whose names do not tell them; null for those that are left out. */
  columns: Readonly<Record<string, string | null>>
}

interface Import {
  sheet: Sheet
  plan: Plan
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

/** Reads a file without creating links. */
export const useLook = () =>
  useMutation({
    mutationFn: async (file: File): Promise<Sheet> => {
      const options = asFile(file, typeOf(file.name))
      return sheetOf(file, await withRetry(() => read(api().POST('/link/import/look', options))))
    },
  })

/** Checks rows without creating links. */
export const useCheckImport = () =>
  useMutation({
    mutationFn: async ({ sheet, plan }: Import): Promise<Checked> => {
      const answer = await post(sheet, { ...plan, dry_run: true })
      const { failed, items } = 'items' in answer ? answer : NOTHING
      return { failed, faults: inOrder(faultsOf(sheet, items)) }
    },
  })

/** Makes slugs of a domain differ that differ in case only. */
export function useCaseSensitive() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      read(
        api().PATCH('/domain/{id}', {
          params: { path: { id: `${id}` } },
          body: { case_sensitive: true },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['domain'] }),
  })
}

/** Imports rows, or follows an import that has begun, and reports its progress. */
export function useImport() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const run = useMutation({
    mutationFn: async (it: Import | { job: string }) => {
      if ('job' in it) {
        for await (const state of follow(it.job)) setProgress({ ...state, faults: [] })
        return
      }
      const { sheet, plan } = it
      const total = sheet.lines.length
      setProgress({ ...NOTHING, total, faults: [] })
      const answer = await post(sheet, plan)
      if (answer.job_id) {
        storeLastImport({ job: answer.job_id, name: sheet.file.name, at: Date.now() })
      }
      for await (const state of 'items' in answer ? [finished(answer)] : follow(answer.job_id)) {
        setProgress({ ...state, faults: inOrder(faultsOf(sheet, state.items)) })
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
  error: { field: string | null; code: string; detail: string } | null
}
type State = Omit<Progress, 'faults'> & { items: readonly Item[] }

const NOTHING: State = { done: 0, total: 0, created: 0, failed: 0, items: [] }

const faultsOf = ({ lines }: Sheet, items: readonly Item[]): Fault[] =>
  items.flatMap(({ index, error }) => {
    const line = lines[index]
    return error && line ? [faultOf(line, error)] : []
  })

const inOrder = (faults: readonly Fault[]): Fault[] =>
  faults.toSorted((a, b) => a.line.number - b.line.number)

function finished({ job_id, ...state }: Omit<State, 'done' | 'job'> & { job_id?: string }): State {
  return { ...state, done: state.total, ...(job_id && { job: job_id }) }
}

/** Sends a file, once the rate limit allows it. */
function post(
  { file, type }: Sheet,
  { folder_id, columns, ...plan }: Plan & { dry_run?: boolean },
) {
  const query = {
    ...{ ...plan, create_labels: true, columns: JSON.stringify(columns) },
    ...(folder_id !== null && { folder_id }),
  }
  const options = { ...asFile(file, type), params: { query } }
  return withRetry(() => read(api().POST('/link/import', options)))
}

/** The options of a request whose body is a file. */
const asFile = (file: File, type: string) => ({
  body: '',
  bodySerializer: () => file,
  headers: { 'content-type': type },
})

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
