import { type Archive, BadExport } from './archive.adapter.ts'
import { KINDS } from './manifest.rules.ts'
import { type Movers, moverOf } from './move.client.ts'
import { checkSlugs } from './slugs.worker.ts'

/** The first and the last id of each kind in an export. */
export type IdRanges = ReadonlyMap<string, { first: number; last: number }>

const BATCH_BYTES = 1_000_000
const TIMEOUT_MS = 60_000
const ERRORS_MAX = 50
/** Maximum number of ids to reserve per kind: a 9,000th of the safe integers. */
const SPAN_MAX = 1_000_000_000_000

/**
 * Checks every line of an export with the service that stores it. Returns its ids. Throws BadExport with
 * the first errors. `orgId` is the team that may have a part of it already.
 */
export async function checkArchive(
  archive: Archive,
  movers: Movers,
  orgId: number | undefined,
): Promise<IdRanges> {
  const ids = new Map<string, { first: number; last: number }>()
  const errors: string[] = []
  for (const kind of KINDS) {
    const moves = moverOf(movers, kind)
    const seen = new Set<string>()
    const capacity = { counted: 0, quota: 0 }
    for await (const { text, before } of archive.batches(kind, BATCH_BYTES)) {
      const request = { kind, text, org_id: orgId }
      const found = await moves.checkLines(request, { timeoutMs: TIMEOUT_MS })
      errors.push(...found.errors.map((it) => `${kind}, line ${before + it.line}: ${it.detail}`))
      for (const { line, key } of found.keys) {
        if (seen.has(key)) errors.push(`${kind}, line ${before + line}: ${key} is listed twice`)
        seen.add(key)
      }
      capacity.counted += found.counted
      capacity.quota = found.quota
      if (errors.length >= ERRORS_MAX) throw refused(errors)
      for (const [of, { first, last }] of Object.entries(found.ids)) {
        const known = ids.get(of) ?? { first, last }
        ids.set(of, { first: Math.min(known.first, first), last: Math.max(known.last, last) })
      }
    }
    const { counted, quota } = capacity
    if (quota > 0 && counted > quota) {
      errors.push(
        `${kind}: The file has ${counted}, and a team cannot have more than ${quota} here.`,
      )
    }
  }
  for (const [kind, { first, last }] of ids) {
    if (last - first >= SPAN_MAX) errors.push(`The ids of ${kind} are too far apart.`)
  }
  if (errors.length === 0) errors.push(...(await checkSlugs(archive, ERRORS_MAX)))
  if (errors.length > 0) throw refused(errors)
  return ids
}

const refused = (errors: readonly string[]) =>
  new BadExport(`Nothing was imported.\n${errors.slice(0, ERRORS_MAX).join('\n')}`)
