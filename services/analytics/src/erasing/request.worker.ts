import type { Client } from '@fingerpost/kit/grpc/client'
import type { Logger } from '@fingerpost/kit/process/log'
import type {
  ErasuresService,
  Progress,
  Erasure as RequestedErasure,
} from '@fingerpost/protos/catalog/v1/erasure'
import type { ErasureRepository } from '../erasures/erasure.repository.ts'
import { type Erasure, phaseOf, roundOf, TEAM_ERASURE } from '../erasures/erasure.rules.ts'
import type { ErasingRepository } from './erasing.repository.ts'

export type { RequestedErasure }

export interface RequestParts {
  catalog: Client<ErasuresService>
  erasures: ErasureRepository
  store: ErasingRepository
  now: () => number
  log: Logger
}

/** What a run saw of an erasure. */
export interface Seen {
  /** Its clicks in the table. */
  left: number
  /** Why it does not advance, for the log. */
  failure?: string | undefined
}

/** What the team reads; the reason may name parts of the instance. */
const FAILURE =
  'The clicks cannot be deleted at the moment. The deletion is retried until it succeeds; the log of the click worker has the reason.'

const PAGE_SIZE = 500

/**
 * Writes erasures that ClickHouse does not have, so that from now on no insert stores their clicks.
 * `all` includes those that are done, which an older backup of ClickHouse lacks. Returns what
 * catalog knows of those that are not done.
 */
export async function announce(
  { catalog, erasures, store, now }: RequestParts,
  all: boolean,
): Promise<RequestedErasure[]> {
  const asked: RequestedErasure[] = []
  for (let after_id = 0; ; ) {
    const request = { after_id, limit: PAGE_SIZE, done: all }
    const { erasures: page } = await catalog.scanErasures(request, {})
    const known = new Set((await erasures.byId(page.map(({ id }) => id))).map(({ id }) => id))
    const missing = page.filter(({ id }) => !known.has(id))
    await store.put(missing.map((it) => toErasure(it, now())))
    asked.push(...page.filter((it) => it.progress?.state !== 'done' || !known.has(it.id)))
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return asked
    after_id = last.id
  }
}

/** Tells catalog what has changed, and logs why erasures begin to fail. */
export async function report(
  { catalog, erasures, log }: RequestParts,
  asked: readonly RequestedErasure[],
  seen: ReadonlyMap<number, Seen>,
): Promise<void> {
  const before = new Map(asked.map(({ id, progress }) => [id, progress]))
  const ids = [...new Set([...before.keys(), ...seen.keys()])].filter((id) => id !== TEAM_ERASURE)
  if (ids.length === 0) return
  const reports = (await erasures.byId(ids))
    .map((erasure) => ({ id: erasure.id, progress: progressOf(erasure, seen.get(erasure.id)) }))
    .filter(({ id, progress }) => !isSame(progress, before.get(id)))
  for (const { id, progress } of reports) {
    if (progress.failure === undefined || before.get(id)?.failure === progress.failure) continue
    log.warn({ erasure: id, reason: seen.get(id)?.failure }, 'erasing clicks fails, retrying')
  }
  if (reports.length > 0) await catalog.reportErasures({ reports }, {})
}

/** Tells catalog that nothing advances. */
export async function reportFailure(
  { catalog }: RequestParts,
  asked: readonly RequestedErasure[],
): Promise<void> {
  const reports = asked.flatMap(({ id, progress }) =>
    progress && progress.failure !== FAILURE
      ? [{ id, progress: { ...progress, failure: FAILURE } }]
      : [],
  )
  if (reports.length > 0) await catalog.reportErasures({ reports }, {}).catch(() => {})
}

const STATES = { waiting: 'queued', erasing: 'erasing', done: 'done' } as const

const progressOf = (erasure: Erasure, seen: Seen | undefined): Progress => ({
  state:
    roundOf(erasure) > 0 && phaseOf(erasure) === 'waiting' ? 'erasing' : STATES[phaseOf(erasure)],
  found: erasure.found,
  left: phaseOf(erasure) === 'erasing' ? (seen?.left ?? erasure.found) : 0,
  failure: seen?.failure === undefined ? undefined : FAILURE,
})

const isSame = (a: Progress, b: Progress | undefined) =>
  a.state === b?.state && a.found === b.found && a.left === b.left && a.failure === b.failure

const toErasure = (
  { id, org_id, link_ids, domain_id, address, from, until }: RequestedErasure,
  nowMs: number,
): Erasure => ({
  id,
  org_id,
  link_ids,
  domain_id: domain_id ?? 0,
  address: address ?? '',
  from_ms: from?.getTime() ?? 0,
  until_ms: until?.getTime() ?? nowMs,
  step: 0,
  found: 0,
  changed_at_ms: nowMs,
})
