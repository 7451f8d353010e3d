import type { paths } from '@fingerpost/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '#messages/links-deleted.ts'
import { api } from '../../api/client.ts'
import { limitedMs } from '../../api/limit.ts'
import { ProblemError, read } from '../../api/problem.ts'

/** Maximum number of ids per call. */
const BATCH = 1_000
/** Ids per call when the API changes link by link, so that there is progress to see. */
const SMALL_BATCH = 100

function batches(ids: readonly string[], size = BATCH): string[][] {
  const count = Math.ceil(ids.length / size)
  return Array.from({ length: count }, (_, i) => ids.slice(i * size, (i + 1) * size))
}

/** A link that an action failed for, and why. */
export interface Failure {
  id: string
  detail: string
}

/** An action on up to `size` links per call. Returns the ids that no longer exist, and failures. */
export interface Change {
  size?: number
  (ids: string[]): Promise<{ missing: readonly string[]; failed?: readonly Failure[] }>
}

/** What a bulk action changed until it ended or failed. */
export interface Outcome {
  changed: readonly string[]
  missing: readonly string[]
  failed: readonly Failure[]
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
      const failed: Failure[] = []
      setDone(0)
      try {
        for (const some of batches(ids, change.size)) {
          const answer = await withRetry(() => change(some))
          const { failed: refused = [] } = answer
          const over = new Set([...answer.missing, ...refused.map(({ id }) => id)])
          changed.push(...some.filter((id) => !over.has(id)))
          missing.push(...answer.missing)
          failed.push(...refused)
          setDone(changed.length + missing.length + failed.length)
        }
      } catch (error) {
        return { changed, missing, failed, error }
      }
      return { changed, missing, failed, error: undefined }
    },
    onSuccess: (outcome, { ended }) => ended(outcome),
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
  return { run: mutate, running: isPending, done }
}

/** Waits as long as the rate limit requires. */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
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
  (tag: number, mode: 'add' | 'remove'): Change =>
  (ids) =>
    read(api().PUT('/link/tag', { body: { ids, tags: [tag], mode } }))

/** The fields that several links can share. */
export type SharedFields = Omit<
  paths['/link']['put']['requestBody']['content']['application/json'],
  'ids'
>

/** Sets fields of links; null clears a field. */
export const changeFields = (fields: SharedFields): Change =>
  Object.assign((ids: string[]) => read(api().PUT('/link', { body: { ...fields, ids } })), {
    size: SMALL_BATCH,
  })

export const deleteLinks: Change = (ids) => read(api().POST('/link/delete', { body: { ids } }))

/** Takes links out of the trash. Returns why some of them stay there. */
export async function restoreLinks(ids: readonly string[]): Promise<string[]> {
  const reasons: string[] = []
  for (const some of batches(ids)) {
    const { missing, failed } = await withRetry(() =>
      read(api().POST('/link/restore', { body: { ids: some } })),
    )
    reasons.push(...failed.map(({ detail }) => detail))
    reasons.push(...missing.map(() => text.notInTrash))
  }
  return reasons
}

/** Removes links from the trash for good, and their clicks from the analytics if asked to. */
export async function purgeLinks(ids: readonly string[], withClicks: boolean): Promise<void> {
  const purge = (body: { ids: string[] }) =>
    withClicks
      ? read(api().POST('/link/delete', { body, params: { query: { with_clicks: true } } }))
      : read(api().POST('/link/trash/delete', { body }))
  for (const some of batches(ids)) await withRetry(() => purge({ ids: some }))
}
