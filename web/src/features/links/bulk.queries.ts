import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { limitedMs } from '../../api/limit.ts'
import { ProblemError, read } from '../../api/problem.ts'

/** Maximum number of ids per call. */
const BATCH = 1_000

function batches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / BATCH)
  return Array.from({ length: count }, (_, i) => ids.slice(i * BATCH, (i + 1) * BATCH))
}

/** Changes links, and returns the ids that no longer exist. */
export type Change = (ids: string[]) => Promise<{ missing: readonly string[] }>

/** What a bulk action changed until it ended or failed. */
export interface Outcome {
  changed: readonly string[]
  missing: readonly string[]
  /** Why the remaining links were not changed. */
  error: unknown
}

interface BulkAction {
  ids: readonly string[]
  change: Change
  /** Called also when the page was left meanwhile. */
  ended: (outcome: Outcome) => void
}

/** Runs a change on all ids, one batch after another, and counts those that are done. */
export function useBulk() {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ ids, change }: BulkAction): Promise<Outcome> => {
      const changed: string[] = []
      const missing: string[] = []
      setDone(0)
      try {
        for (const some of batches(ids)) {
          const gone = new Set((await patiently(() => change(some))).missing)
          changed.push(...some.filter((id) => !gone.has(id)))
          missing.push(...gone)
          setDone(changed.length + missing.length)
        }
      } catch (error) {
        return { changed, missing, error }
      }
      return { changed, missing, error: undefined }
    },
    onSuccess: (outcome, { ended }) => ended(outcome),
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
  return { run: mutate, running: isPending, done }
}

/** Waits as long as the rate limit requires. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.status !== 429) throw error
      const waitMs = limitedMs(error.retryAfterSeconds)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

/** Moves links into a folder; null removes them from theirs. */
export const moveTo =
  (folder_id: number | null): Change =>
  (ids) =>
    read(api().PUT('/link/folder', { body: { ids, folder_id } }))

export const tagWith =
  (tag: number): Change =>
  (ids) =>
    read(api().PUT('/link/tag', { body: { ids, tags: [tag], mode: 'add' } }))

export const deleteLinks: Change = (ids) => read(api().POST('/link/delete', { body: { ids } }))

/** Takes links out of the trash. Returns why some of them stay there. */
export async function restoreLinks(ids: readonly string[]): Promise<string[]> {
  const reasons: string[] = []
  for (const some of batches(ids)) {
    const { missing, failed } = await patiently(() =>
      read(api().POST('/link/restore', { body: { ids: some } })),
    )
    reasons.push(...failed.map(({ detail }) => detail))
    reasons.push(...missing.map(() => 'It is no longer in the trash.'))
  }
  return reasons
}

/** Removes links from the trash for good. */
export async function purgeLinks(ids: readonly string[]): Promise<void> {
  for (const some of batches(ids)) {
    await patiently(() => read(api().POST('/link/trash/delete', { body: { ids: some } })))
  }
}
