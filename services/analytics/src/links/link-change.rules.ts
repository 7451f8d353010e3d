import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'

/** The readable changes of a job, and how many were not. What an older link service leaves out is empty. */
export function readChanges(data: unknown): { changes: LinkChange[]; unreadable: number } {
  const given = (data as { changes?: unknown } | null | undefined)?.changes
  if (!Array.isArray(given)) return { changes: [], unreadable: 1 }
  const changes = given.map(readChange)
  const readable = changes.filter((change) => change !== undefined)
  return { changes: readable, unreadable: changes.length - readable.length }
}

function readChange(value: unknown): LinkChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown>
  const whole = (field: string) => {
    const held = given[field]
    return Number.isSafeInteger(held) && (held as number) >= 0 ? (held as number) : 0
  }
  const text = (field: string) => {
    const held = given[field]
    return typeof held === 'string' ? held.toWellFormed() : ''
  }
  const change: LinkChange = {
    version: whole('version'),
    kind: text('kind'),
    linkId: whole('linkId'),
    orgId: whole('orgId'),
    domainId: whole('domainId'),
    domain: text('domain'),
    slug: text('slug'),
    shortUrl: text('shortUrl'),
    url: text('url'),
    title: text('title'),
    folderId: whole('folderId'),
    tagIds: Array.isArray(given.tagIds)
      ? given.tagIds.filter((id) => Number.isSafeInteger(id) && id > 0)
      : [],
    deleted: given.deleted === true,
    createdAtMs: instant(whole('createdAtMs')),
    updatedAtMs: instant(whole('updatedAtMs')),
  }
  return change.linkId > 0 && change.orgId > 0 ? change : undefined
}

const LATEST_MS = Date.UTC(2200, 0, 1) // DateTime64(3) ends in 2299

const instant = (ms: number) => Math.min(ms, LATEST_MS)
