import { Resolver } from 'node:dns/promises'
import type { Logger } from '@fingerpost/kit/process/log'
import type { PointingAnswers } from './pointing.rules.ts'
import { type DnsAnswers, proofName } from './proof.rules.ts'

/** Timeout of a DNS query, because a caller waits; afterwards the result is unknown. */
const PATIENCE_MS = 2_500
/** Node error codes for a record that does not exist. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND'])

export type DnsResolver = ReturnType<typeof dnsResolver>

/**
 * Queries these servers (`address` or `address:port`), or those of the machine if the list is
 * empty. Throws for an invalid address.
 */
export function dnsResolver(servers: readonly string[], log: Logger) {
  const resolver = new Resolver({ timeout: 800, tries: 2 })
  if (servers.length > 0) resolver.setServers([...servers])

  /** Returns undefined if DNS does not answer. */
  async function ask<T>(name: string, answer: Promise<T[]>): Promise<T[] | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
    const found = answer.catch((error: unknown) => {
      log.debug({ err: error, name }, 'dns lookup failed')
      return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
    })
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }

  return {
    /** The records that could prove a domain. */
    async answersOf(domain: string): Promise<DnsAnswers> {
      const place = proofName(domain)
      const [txt, cname] = await Promise.all([
        ask(place, resolver.resolveTxt(place)),
        ask(domain, resolver.resolveCname(domain)),
      ])
      // A long TXT record is split into strings of 255 bytes.
      return {
        txt: (txt ?? []).map((pieces) => pieces.join('')),
        cname: cname ?? [],
        complete: txt !== undefined && cname !== undefined,
      }
    },

    /**
     * The addresses of a domain and of the instance, whose host is '' if it has none. Undefined if
     * DNS does not answer for one of them.
     */
    async pointersOf(domain: string, instanceHost: string): Promise<PointingAnswers | undefined> {
      const addressesOf = (name: string) =>
        Promise.all([ask(name, resolver.resolve4(name)), ask(name, resolver.resolve6(name))])
      const [cname, soa, addresses, targets] = await Promise.all([
        ask(domain, resolver.resolveCname(domain)),
        ask(
          domain,
          resolver.resolveSoa(domain).then((it) => [it]),
        ),
        addressesOf(domain),
        instanceHost === '' ? [] : addressesOf(instanceHost),
      ])
      if (!cname || [...addresses, ...targets].includes(undefined)) return undefined
      return {
        cname,
        apex: soa !== undefined && soa.length > 0,
        addresses: addresses.flatMap((it) => it ?? []),
        targets: targets.flatMap((it) => it ?? []),
      }
    },

    close: () => resolver.cancel(),
  }
}
