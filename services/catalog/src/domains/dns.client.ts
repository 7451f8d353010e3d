import { Resolver } from 'node:dns/promises'
import type { Logger } from '@fingerpost/kit/log'
import { type DnsAnswers, proofName } from './proof.rules.ts'

/** Somebody waits for the answer: what DNS does not say by then it does not have. */
const PATIENCE_MS = 2_500

export type DnsClient = ReturnType<typeof dnsClient>

/** Asks these servers (`address` or `address:port`), those of the machine when none is named. Throws for what is no address. */
export function dnsClient(servers: readonly string[], log: Logger) {
  const resolver = new Resolver({ timeout: 800, tries: 2 })
  if (servers.length > 0) resolver.setServers([...servers])

  async function ask<T>(name: string, answer: Promise<T[]>): Promise<T[]> {
    const { promise: late, resolve } = Promise.withResolvers<T[]>()
    const timer = setTimeout(() => resolve([]), PATIENCE_MS)
    const found = answer.catch((error: unknown) => {
      log.debug({ err: error, name }, 'dns has no answer')
      return []
    })
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }

  return {
    /** What could prove a domain. Empty where nothing is, or nobody answers in time. */
    async answersOf(domain: string): Promise<DnsAnswers> {
      const place = proofName(domain)
      const [txt, cname] = await Promise.all([
        ask(place, resolver.resolveTxt(place)),
        ask(domain, resolver.resolveCname(domain)),
      ])
      // A long text comes in pieces of 255 bytes.
      return { txt: txt.map((pieces) => pieces.join('')), cname }
    },
    close: () => resolver.cancel(),
  }
}
