import type { Pointing } from '@fingerpost/protos/catalog/v1/domain'
import { hostKey, targetHost } from './proof.rules.ts'

/** What DNS returns for the addresses of a domain. */
export interface PointingAnswers {
  cname: readonly string[]
  /** A and AAAA, through a CNAME if there is one. */
  addresses: readonly string[]
  /** Whether the domain is the apex of its zone, where DNS allows no CNAME. */
  apex: boolean
  /** The addresses of the instance. */
  targets: readonly string[]
}

/**
 * The records that lead visitors to this instance, and whether those in DNS do. `answers` are
 * undefined if DNS has not been queried or does not answer.
 */
export function pointingOf(
  { name, verify_token: token }: { name: string; verify_token: string },
  instanceHost: string,
  answers: PointingAnswers | undefined,
): Pointing {
  const { cname, addresses, apex, targets } = answers ?? NOT_QUERIED
  const names = cname.map(hostKey)
  const found = [...names, ...addresses]
  const host = targetHost(instanceHost)
  if (host === '') return { records: [], found }
  const target = `${token}.${host}`
  const records =
    (apex && names.length === 0) || isShort(name)
      ? targets.map((value) => ({ type: value.includes(':') ? 'AAAA' : 'A', name, value }))
      : [{ type: 'CNAME', name, value: target }]
  if (!answers) return { records, found }
  const named = names.some((it) => it === target || it === host)
  const ok = addresses.length > 0 && (named || addresses.every((it) => targets.includes(it)))
  return { records, found, ok }
}

const NOT_QUERIED: PointingAnswers = { cname: [], addresses: [], apex: false, targets: [] }

/** A name of two labels is an apex even if DNS does not know it yet. */
const isShort = (name: string) => name.split('.').length <= 2
