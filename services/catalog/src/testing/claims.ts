import { DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { vi } from 'vitest'
import { startTestCatalog } from './stack.ts'

export const taken = { kind: 'conflict', code: 'domain_taken', errors: [{ field: 'name' }] }
export const soon = (expectation: () => Promise<unknown>) =>
  vi.waitFor(expectation, { timeout: 15_000, interval: 100 })

let count = 0
export const freeName = () => `claim${++count}.example`

/** A catalog service and helpers for the domains of its two teams. */
export async function startClaims() {
  const catalog = await startTestCatalog()
  const domains = catalog.client(DomainsService)
  const mine = () => ({ caller: catalog.mine })
  const theirs = () => ({ caller: catalog.other })
  type By = ReturnType<typeof mine>

  async function claim(name: string, by: By = mine()) {
    const { domain, records } = await domains.createDomain({ name }, by)
    return { ...domain!, token: records[0]!.value }
  }
  async function prove({ id, name, token }: Awaited<ReturnType<typeof claim>>, by: By = mine()) {
    catalog.dns.records.set(`TXT _verify.${name}`, [token])
    return (await domains.verifyDomain({ id }, by)).domain!
  }
  const proven = async (name: string, by: By = mine()) => {
    const made = await claim(name, by)
    await prove(made, by)
    return made
  }
  const get = (id: number, by: By = mine()) => domains.getDomain({ id }, by)
  /** Moves timestamps of a domain into the past. */
  const age = (id: number, columns: Record<string, string>) => {
    const past = (interval: string) =>
      new Date(Date.now() - Number.parseFloat(interval) * 86_400_000)
    const set = Object.fromEntries(Object.entries(columns).map(([name, it]) => [name, past(it)]))
    return catalog.postgres.db.updateTable('domains').set(set).where('id', '=', id).execute()
  }
  /** The domain record in Redis. */
  async function record(name: string) {
    const text = await catalog.redis.get(`domain:${name}`)
    return text === null
      ? undefined
      : DomainRecord.fromJSON(JSON.parse(text.slice(text.indexOf(' '))))
  }
  function reset(): void {
    catalog.link.away = false
    catalog.link.events.length = 0
  }

  return { catalog, domains, mine, theirs, claim, prove, proven, get, age, record, reset }
}
