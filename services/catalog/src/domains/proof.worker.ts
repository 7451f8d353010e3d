import { startLoop } from '@fingerpost/kit/async/loop'
import type { Client } from '@fingerpost/kit/grpc/client'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import pLimit from 'p-limit'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'
import { domainChangeRepository } from './change.repository.ts'
import { proofOf } from './claim.rules.ts'
import type { DnsResolver } from './dns.adapter.ts'
import { proofRepository } from './proof.repository.ts'
import { proofRecords } from './proof.rules.ts'
import type { WriteDomain } from './publish.cache.ts'

const EVERY_MS = 1_000
const BATCH = 20
const LINK_TIMEOUT_MS = 2_000

export interface ProofParts {
  postgres: Postgres<CatalogSchema>
  links: Client<DomainUseService>
  dns: DnsResolver
  instanceHost: string
  /** Writes the record of a domain that has changed. */
  publish: WriteDomain
}

/**
 * Checks the proofs of verified domains once a day, and removes lapsed claims without links. A
 * domain without its proof stays verified through the grace period; an unanswered DNS query changes
 * nothing.
 */
export function startProofs(parts: ProofParts, log: Logger) {
  const { postgres, links, dns, instanceHost, publish } = parts
  const changes = domainChangeRepository(postgres.db)
  const proofs = proofRepository(postgres.db)

  async function prove(row: DomainRow): Promise<void> {
    const answers = await dns.answersOf(row.name)
    if (proofRecords(row, instanceHost, answers).some(({ ok }) => ok)) return proofs.passed(row)
    if (!answers.complete) return
    const { proof_state, proof_due_at } = proofOf(row, Date.now())
    if (proof_state !== 'failing') return proofs.failed(row)
    if (proof_due_at && proof_due_at.getTime() > Date.now()) return
    const last = await changes.unverify(row.org_id, row.id)
    if (last) await publish(last, log)
  }

  async function lapse({ id, org_id }: DomainRow): Promise<void> {
    const request = { domain_id: id, closing: true }
    await changes.lapse(org_id, id, async () => {
      const { used } = await links.checkDomainUse(request, { timeoutMs: LINK_TIMEOUT_MS })
      return used
    })
  }

  async function sweep(): Promise<void> {
    const due = await proofs.due(BATCH)
    // One at a time, because each holds a database connection while it calls link.
    const oneLapse = pLimit(1)
    const done = await Promise.allSettled(
      due.map((row) => (row.verified ? prove(row) : oneLapse(() => lapse(row)))),
    )
    for (const outcome of done) {
      if (outcome.status === 'rejected')
        log.info({ err: outcome.reason }, 'checking a domain failed, retrying in an hour')
    }
  }

  /** Closing finishes the current batch. */
  return startLoop({ everyMs: EVERY_MS, failing: 'checking domains failed, retrying', log }, sweep)
}
