import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { Problem } from '@fingerpost/kit/http/problem'
import type { TotalsService } from '@fingerpost/protos/analytics/v1/total'
import type { TeamImport, TeamImportsService } from '@fingerpost/protos/catalog/v1/team_import'
import type { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { type MovedKind, WRITTEN_KINDS } from '@fingerpost/protos/moved-kinds'
import { type Archive, BadExport, openArchive } from './archive.adapter.ts'
import { checkArchive, type IdRanges } from './check.worker.ts'
import { KINDS } from './manifest.rules.ts'
import { type Movers, moverOf, readLines } from './move.client.ts'

/** What an import needs. */
export interface ImportParts {
  movers: Movers
  imports: Client<TeamImportsService>
  /** Totals as ClickHouse has them, and where they are shown. */
  totals: Client<TotalsService>
  clickTotals: Client<ClickTotalsService>
}

/** A team that exists, or the name of a new one; by default, the name in the export. */
export interface ImportTarget {
  orgId?: number | undefined
  name?: string | undefined
}

/** A large batch of clicks is one insert; rows in Postgres fire triggers. */
const BATCH_BYTES = 500_000
const CLICK_BATCH_BYTES = 3_000_000
const TIMEOUT_MS = 60_000
/** Every team has them. */
const ALWAYS: readonly MovedKind[] = ['organization', 'members', 'cutoffs']

/**
 * Imports an export into a new team or one without data. Writes nothing unless every line is valid. Can be
 * repeated after a failure: it continues in the same team, with the same ids. Throws BadExport for a file
 * that is not a complete export, and problems of the services. Returns the team's id and the number of
 * lines of each kind: `imported`, or `imported_before` if this export was imported earlier.
 */
export async function importTeam(path: string, target: ImportTarget, parts: ImportParts) {
  const archive = await openArchive(path)
  try {
    const {
      id,
      manifest: { organization },
    } = archive
    const { import: known } = await parts.imports.findImport({
      export_id: id,
      org_id: target.orgId,
    })
    if (known && known.export_id !== id) throw occupied(known.org_id)
    if (known?.finished) return { ...teamOf(known), imported_before: countsOf(archive) }
    if (!known && target.orgId) await requireEmpty(parts.movers, target.orgId)
    const ids = await checkArchive(archive, parts.movers, known?.org_id ?? target.orgId)
    const team =
      known ??
      (await parts.imports.beginImport({
        export_id: id,
        org_id: target.orgId,
        name: target.name ?? organization.name,
        slug: organization.slug,
        shifts: await reserve(parts.movers, ids),
      }))
    await write(archive, team, parts)
    await parts.imports.finishImport({ org_id: team.org_id })
    return { ...teamOf(team), imported: countsOf(archive) }
  } finally {
    archive.close()
  }
}

const teamOf = ({ org_id }: TeamImport) => ({ org_id: String(org_id) })

const countsOf = ({ manifest }: Archive) =>
  Object.fromEntries(
    KINDS.filter((kind) => kind !== 'members').map((kind) => [kind, manifest.files[kind].lines]),
  )

const occupied = (orgId: number) =>
  new BadExport(`Team ${orgId} is not empty. Import into a new team, or into one without data.`)

const callOf = (orgId: number, userId = 1): CallOptions => ({
  caller: { orgId, userId, scopes: [] },
  timeoutMs: TIMEOUT_MS,
})

async function requireEmpty(movers: Movers, orgId: number): Promise<void> {
  for (const kind of KINDS.filter((it) => !ALWAYS.includes(it))) {
    const { done } = await readLines(movers, kind, callOf(orgId)).next()
    if (!done) throw occupied(orgId)
  }
}

/** Reserves as many ids of each kind as the export spans. Returns what is added to its ids. */
async function reserve(movers: Movers, ids: IdRanges): Promise<Record<string, number>> {
  const shifts: Record<string, number> = {}
  for (const [kind, { first, last }] of ids) {
    const request = { kind, count: last - first + 1 }
    const reserved = await moverOf(movers, kind).reserveIds(request, { timeoutMs: TIMEOUT_MS })
    shifts[kind] = reserved.first - first
  }
  return shifts
}

async function write(archive: Archive, team: TeamImport, parts: ImportParts): Promise<void> {
  const call = callOf(team.org_id, team.user_id)
  for (const kind of WRITTEN_KINDS) {
    const moves = moverOf(parts.movers, kind)
    for await (const { text, before } of archive.batches(kind, batchBytes(kind))) {
      await moves.writeLines({ kind, text, shifts: team.shifts }, call).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
        throw new BadExport(`${kind}, after line ${before}: ${error.message}`)
      })
    }
  }
  for await (const { text } of archive.batches('links', BATCH_BYTES)) {
    const ids = text
      .toString()
      .trimEnd()
      .split('\n')
      .map((it) => (JSON.parse(it) as { id: number }).id)
    const linkIds = ids.map((id) => id + (team.shifts.links ?? 0))
    const { totals } = await parts.totals.readTotals({ link_ids: linkIds }, call)
    if (totals.length > 0) await parts.clickTotals.setClickTotals({ totals }, call)
  }
}

const batchBytes = (kind: MovedKind) => (kind === 'clicks' ? CLICK_BATCH_BYTES : BATCH_BYTES)
