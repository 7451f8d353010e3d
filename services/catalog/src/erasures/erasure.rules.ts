import { type FieldError, Problem } from '@fingerpost/kit/http/problem'
import { canonicalAddress, networkOf } from '@fingerpost/kit/net/ip'
import type {
  CreateErasureRequest,
  Erasure,
  ErasureCriteria,
} from '@fingerpost/protos/catalog/v1/erasure'
import type { ErasureRow } from '../catalog.schema.ts'

const LINKS_MAX = 1_000

/** Maximum number of unfinished erasures of a team, and of those that it requests in an hour. */
export const UNFINISHED_MAX = 20
export const HOURLY_MAX = 100

/** Throws exhausted if a team cannot request another erasure now. */
export function requireQuota({ unfinished, recent }: { unfinished: number; recent: number }): void {
  if (unfinished >= UNFINISHED_MAX) throw tooMany(`${UNFINISHED_MAX} unfinished erasures`)
  if (recent >= HOURLY_MAX) throw tooMany(`${HOURLY_MAX} erasures an hour`)
}

function tooMany(limit: string): Problem {
  const detail = `A team cannot have more than ${limit}. One erasure can name up to ${LINKS_MAX} links. Try again later.`
  return new Problem('exhausted', 'rate_limited', detail)
}

/** Which clicks are to be erased, as they are stored. */
export type Criteria = Pick<ErasureRow, 'link_ids' | 'domain_id' | 'address' | 'from' | 'to'>

/** Validates the criteria of a new erasure. Returns them or all errors. */
export function checkErasure(
  request: Omit<CreateErasureRequest, 'deleted_links'>,
  now: Date,
): Criteria | FieldError[] {
  const { link_ids, domain_id, address, from, to } = request
  const network = address === undefined ? null : networkIn(address)
  const errors: FieldError[] = []
  if (link_ids.length === 0 && [domain_id, address, from, to].every((it) => it === undefined)) {
    const detail = 'must name links, a domain, an address or a period'
    errors.push({ field: 'body', code: 'required', detail })
  }
  if (link_ids.length > LINKS_MAX) {
    const detail = `must not be more than ${LINKS_MAX}`
    errors.push({ field: 'link_ids', code: 'too_many', detail })
  }
  if (network === undefined) {
    const detail = 'must be an IP address or a network, such as 192.0.2.0/24'
    errors.push({ field: 'address', code: 'invalid_ip', detail })
  }
  if (from && from > now) {
    errors.push({ field: 'from', code: 'invalid', detail: 'must not be in the future' })
  }
  if (from && to && from >= to) {
    errors.push({ field: 'to', code: 'invalid', detail: 'must be after from' })
  }
  if (errors.length > 0) return errors
  return {
    link_ids: [...new Set(link_ids)].sort((a, b) => a - b),
    domain_id: domain_id ?? null,
    address: network ?? null,
    from: from ?? null,
    to: to ?? null,
  }
}

/** An address or network in CIDR notation, without host bits; undefined if it is neither. */
function networkIn(text: string): string | undefined {
  const [given = '', length, ...more] = text.split('/')
  const address = canonicalAddress(given)
  if (address === undefined || more.length > 0) return undefined
  const bits = address.includes(':') ? 128 : 32
  // The prefix of a mapped address is one of IPv6.
  if (length === undefined || address.includes(':') !== given.includes(':')) {
    return length === undefined ? `${address}/${bits}` : undefined
  }
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined
  return networkOf(address, Number(length))
}

/** The criteria of an erasure that is requested now. */
export const toCriteria = (
  { link_ids, domain_id, address, from, to }: Criteria,
  now: Date,
): ErasureCriteria => ({
  link_ids,
  domain_id: domain_id ?? undefined,
  address: address ?? undefined,
  from: from ?? undefined,
  until: to && to < now ? to : now,
})

/** An erasure as the API shows it to its team. */
export const toErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  org_id: row.org_id,
  link_ids: row.link_ids,
  domain_id: row.domain_id ?? undefined,
  address: row.address ?? undefined,
  from: row.from ?? undefined,
  to: row.to ?? undefined,
  until: row.until,
  progress: {
    state: row.state,
    found: row.found,
    left: row.remaining,
    failure: row.failure ?? undefined,
  },
  created_by: row.created_by,
  created_at: row.created_at,
  done_at: row.done_at ?? undefined,
})
