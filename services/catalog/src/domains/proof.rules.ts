import type { ProofRecord } from '@fingerpost/protos/catalog/v1/domain'

/** The DNS records of a domain that may prove it. */
export interface DnsAnswers {
  txt: readonly string[]
  cname: readonly string[]
  /** False when a query got no answer, so that a missing record may exist. */
  complete: boolean
}

export const NOT_ASKED: DnsAnswers = { txt: [], cname: [], complete: false }

/** The name of the TXT record with the token. */
export const proofName = (domain: string) => `_verify.${domain}`

/**
 * The records that verify a domain, each with what DNS returns for it. One valid record is enough.
 * Without an INSTANCE_HOST that others can reach there is no name for a CNAME to point to.
 */
export function proofRecords(
  domain: { name: string; verify_token: string },
  instanceHost: string,
  { txt, cname }: DnsAnswers,
): ProofRecord[] {
  const token = `fingerpost=${domain.verify_token}`
  const byText = {
    type: 'TXT',
    name: proofName(domain.name),
    value: token,
    found: [...txt],
    ok: txt.some((text) => text.trim() === token),
  }
  const target = targetHost(instanceHost)
  if (target === '') return [byText]
  // A target without the token could be set by one team and proved by another.
  const host = `${domain.verify_token}.${target}`
  const byTarget = {
    type: 'CNAME',
    name: domain.name,
    value: host,
    found: [...cname],
    ok: cname.some((name) => hostKey(name) === host),
  }
  return [byText, byTarget]
}

/** The host that DNS records can point to; '' for none, an IP address, and localhost. */
export function targetHost(instanceHost: string): string {
  const host = hostKey(instanceHost)
  return /^[\d.]+$|:|(^|\.)localhost$/.test(host) ? '' : host
}

export const hostKey = (name: string) => name.toLowerCase().replace(/\.$/, '')
