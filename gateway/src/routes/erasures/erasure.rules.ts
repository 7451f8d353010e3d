import { invalid } from '@fingerpost/kit/http/problem'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import type { Erasure as ErasureMessage } from '@fingerpost/protos/catalog/v1/erasure'
import { bodyOf } from '../../schema/body.mapper.ts'
import { Erasure } from './erasure.schema.ts'

/** Throws invalid if no stored click can be told to have this address. */
export function checkStored(address: string, precision: AddressPrecision): void {
  if (precision === 'full') return
  const refuse = (detail: string) => invalid([{ field: 'address', code: 'invalid_ip', detail }])
  if (precision === 'none')
    throw refuse('cannot be used: this instance stores no addresses of clicks')
  const [ip = '', prefix = '128'] = address.split('/')
  const most = ip.includes(':') ? 48 : 24
  if (Number(prefix) <= most) return
  const detail = `must be a network of at most /${most}: this instance stores addresses as such networks`
  throw refuse(detail)
}

/** The distinct ids. Throws invalid for ids of 2^53 or more given as texts; the schema refuses such numbers. */
export function toLinkIds(given: readonly (number | string)[]): number[] {
  const ids = given.map(Number)
  const detail = `must be at most ${Number.MAX_SAFE_INTEGER}`
  const errors = ids.flatMap((id, i) =>
    Number.isSafeInteger(id) ? [] : [{ field: `link_ids.${i}`, code: 'out_of_range', detail }],
  )
  if (errors.length > 0) throw invalid(errors)
  return [...new Set(ids)]
}

export const toErasureBody = ({ progress, link_ids, created_by, ...erasure }: ErasureMessage) => {
  const { state = 'queued', found = 0, left = 0, failure } = progress ?? {}
  return toBody({
    ...erasure,
    link_ids: link_ids.map(String),
    created_by: created_by === 0 ? undefined : created_by,
    state,
    found,
    left,
    erased: Math.max(0, found - left),
    failure,
  })
}
const toBody = bodyOf(Erasure)
