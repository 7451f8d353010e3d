import {
  type CreateDomainRequest,
  DomainRecord,
  DomainsService,
} from '@fingerpost/protos/catalog/v1/domain'
import { startTestCatalog } from './stack.ts'

/** A catalog service and helpers for the domains of its first team. */
export async function startDomains() {
  const catalog = await startTestCatalog()
  const domains = catalog.client(DomainsService)
  const mine = () => ({ caller: catalog.mine })
  const theirs = () => ({ caller: catalog.other })

  let count = 0
  async function create(fields: Partial<CreateDomainRequest> = {}) {
    const { domain, records } = await domains.createDomain(
      { name: `d${++count}.example`, ...fields },
      mine(),
    )
    return { ...domain!, records }
  }
  async function createVerified(fields: Partial<CreateDomainRequest> = {}) {
    const { records, ...made } = await create(fields)
    catalog.dns.records.set(`TXT _verify.${made.name}`, [records[0]!.value])
    return { ...(await domains.verifyDomain({ id: made.id }, mine())).domain!, records }
  }
  const row = ({ id }: { id: number }) =>
    catalog.postgres.db
      .selectFrom('domains')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  /** The domain record in Redis. */
  async function record(name: string) {
    const text = await catalog.redis.get(`domain:${name}`)
    return text === null
      ? undefined
      : DomainRecord.fromJSON(JSON.parse(text.slice(text.indexOf(' '))))
  }
  function reset(): void {
    catalog.link.away = false
  }

  return { catalog, domains, mine, theirs, create, createVerified, row, record, reset }
}
