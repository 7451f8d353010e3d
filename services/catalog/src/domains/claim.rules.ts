import type { Domain } from '@fingerpost/protos/catalog/v1/domain'
import type { ProofState } from '@fingerpost/protos/words'
import type { DomainRow } from '../catalog.schema.ts'

const DAY_MS = 86_400_000

/** How long a claim waits for its proof. */
export const CLAIM_DAYS = 7
/** The grace period of a verified domain whose proof is missing. */
export const GRACE_DAYS = 7
/** How long the name of a deleted verified domain is reserved for its team. */
export const HELD_DAYS = 30
/** Maximum number of unverified domains per team. */
export const CLAIMS_MAX = 20

type Proof = Pick<Domain, 'proof_checked_at' | 'proof_due_at'> & { proof_state: ProofState }
type Proved = Pick<DomainRow, 'verified' | 'claimed_at' | 'checked_at' | 'failing_since'>

/**
 * The proof state of a domain: `pending` until `proofDueAt`, then `lapsed`; `proven`; or `failing`,
 * which is verified until `proofDueAt`.
 */
export function proofOf(row: Proved, nowMs: number): Proof {
  const { verified, claimed_at, checked_at, failing_since } = row
  if (!verified) {
    const dueAt = after(claimed_at, CLAIM_DAYS)
    return { proof_state: dueAt.getTime() > nowMs ? 'pending' : 'lapsed', proof_due_at: dueAt }
  }
  const checked = checked_at ? { proof_checked_at: checked_at } : {}
  return failing_since
    ? { ...checked, proof_state: 'failing', proof_due_at: after(failing_since, GRACE_DAYS) }
    : { ...checked, proof_state: 'proven' }
}

const after = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)

/** Whether a name is the host of the instance or below it, where CNAME records point. */
export const isInstanceName = (name: string, instanceHost: string): boolean =>
  name === instanceHost || name.endsWith(`.${instanceHost}`)
