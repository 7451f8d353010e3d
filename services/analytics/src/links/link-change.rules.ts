import { LinkChange } from '@fingerpost/protos/link/v1/link_change'

/**
 * The valid changes of a job, and the number of invalid ones. Fields missing in old jobs are empty.
 */
export function readChanges(data: unknown): { changes: LinkChange[]; unreadable: number } {
  const given = (data as { changes?: unknown } | null | undefined)?.changes
  if (!Array.isArray(given)) return { changes: [], unreadable: 1 }
  const changes = given.map(readChange)
  const readable = changes.filter((change) => change !== undefined)
  return { changes: readable, unreadable: changes.length - readable.length }
}

function readChange(value: unknown): LinkChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const change = LinkChange.fromJSON(value)
  const fields = Object.entries(change).map(([name, held]) => [name, storable(held)])
  const { tag_ids, created_at_ms, updated_at_ms, ...rest }: LinkChange = Object.fromEntries(fields)
  if (rest.link_id === 0 || rest.org_id === 0) return undefined
  return {
    ...rest,
    tag_ids: tag_ids.filter((id) => Number.isSafeInteger(id) && id > 0),
    created_at_ms: Math.min(created_at_ms, LATEST_MS),
    updated_at_ms: Math.min(updated_at_ms, LATEST_MS),
  }
}

/** Replaces invalid numbers with 0, and unpaired surrogates in texts. */
function storable(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : 0
  return typeof value === 'string' ? value.toWellFormed() : value
}

const LATEST_MS = Date.UTC(2200, 0, 1) // DateTime64(3) ends in 2299
