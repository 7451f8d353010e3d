import type { Client, Handlers } from '@fingerpost/kit/grpc'
import type { Logger } from '@fingerpost/kit/log'
import type { Postgres } from '@fingerpost/kit/postgres'
import { conflict, type FieldError, invalid, notFound } from '@fingerpost/kit/problem'
import type { Records } from '@fingerpost/kit/records'
import type { DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'
import { referenceRepository } from '../references/reference.repository.ts'
import { domainChangeRepository } from './change.repository.ts'
import { domainRecordKey, toDomain, toDomainRecord } from './describe.rules.ts'
import type { DnsClient } from './dns.client.ts'
import { domainRepository } from './domain.repository.ts'
import {
  checkDomainUpdate,
  checkNewDomain,
  type DomainFields,
  type ShortUrls,
  targetHosts,
} from './domain.rules.ts'
import { type DnsAnswers, NOT_ASKED, proofRecords } from './proof.rules.ts'

export const domainHandlers = (
  postgres: Postgres<CatalogSchema>,
  records: Records<DomainRecord>,
  links: Client<DomainUseService>,
  dns: DnsClient,
  { instanceHost, shortUrls }: { instanceHost: string; shortUrls: ShortUrls },
): Handlers<DomainsService> => {
  const domains = domainRepository(postgres.db)
  const changes = domainChangeRepository(postgres.db)
  const references = referenceRepository(postgres)

  /** Redirect is to know before the answer; without Redis the outbox tells it, or it asks. */
  const publish = async (row: DomainRow, log: Logger): Promise<void> =>
    void (await records
      .put(domainRecordKey(row.name), toDomainRecord(row))
      .catch((error: unknown) => log.warn({ err: error, name: row.name }, 'record not kept')))

  const owned = async (orgId: number, id: number) => found(await domains.get(orgId, id))

  async function requireUnused(domainId: number, detail: string, errors: FieldError[] = []) {
    const { used } = await links.checkDomainUse({ domainId }, { timeoutMs: 2_000 })
    if (used) throw conflict('domain_in_use', detail, errors)
  }

  /** What leads a visitor on must not lead here again: nobody would stop the circle. */
  async function refuseLoops(name: string, fields: Partial<DomainFields>) {
    const hosts = targetHosts(fields, shortUrls)
    const known = await references.shortHosts(hosts.map(({ host }) => host))
    const loops = hosts.filter(({ host }) => host === name || known.includes(host))
    const detail = 'leads back to a short domain of this service'
    if (loops.length === 0) return
    throw invalid(loops.map(({ field }) => ({ field, code: 'redirect_loop', detail })))
  }

  const provable = (row: DomainRow, answers: DnsAnswers) => ({
    domain: toDomain(row),
    records: proofRecords(row, instanceHost, answers),
  })

  return {
    async listDomains(page, { caller }) {
      const { rows, total } = await domains.list(caller().orgId, page)
      return { domains: rows.map(toDomain), total }
    },

    async getDomain({ id }, { caller }) {
      return toDomain(await owned(caller().orgId, id))
    },

    async createDomain(request, { caller, log }) {
      const domain = checkNewDomain(request)
      if (Array.isArray(domain)) throw invalid(domain)
      await refuseLoops(domain.name, domain)
      const row = await changes.insert(caller().orgId, domain)
      await publish(row, log)
      return provable(row, NOT_ASKED)
    },

    async updateDomain(request, { caller, log }) {
      const { orgId } = caller()
      const { id, name, case_sensitive } = await owned(orgId, request.id)
      const change = checkDomainUpdate(request, name)
      if (Array.isArray(change)) throw invalid(change)
      await refuseLoops(name, change)
      // Slugs are kept as they are compared: those there are would not be found any more.
      if (change.case_sensitive !== undefined && change.case_sensitive !== case_sensitive) {
        const detail = 'can change only while the domain has no links'
        const field = { field: 'case_sensitive', code: 'domain_in_use', detail }
        await requireUnused(id, `case_sensitive ${detail}.`, [field])
      }
      const row = found(await changes.update(orgId, id, change))
      await publish(row, log)
      return toDomain(row)
    },

    async deleteDomain({ id }, { caller, log }) {
      const { orgId } = caller()
      const { name } = await owned(orgId, id)
      await requireUnused(id, `There are links on ${name}: delete them or move them first.`)
      await publish(found(await changes.delete(orgId, id)), log)
      return {}
    },

    async verifyDomain({ id }, { caller, log }) {
      const { orgId } = caller()
      const domain = await owned(orgId, id)
      const proof = provable(domain, await dns.answersOf(domain.name))
      if (domain.verified || !proof.records.some(({ ok }) => ok)) return proof
      const row = found(await changes.update(orgId, id, { verified: true }))
      await publish(row, log)
      return { ...proof, domain: toDomain(row) }
    },

    async getDomainRecord({ name }, { log }) {
      const row = await domains.find(name)
      if (!row) return {}
      await publish(row, log)
      return { record: toDomainRecord(row) }
    },
  }
}

function found(row: DomainRow | undefined): DomainRow {
  if (!row) throw notFound('There is no such domain.')
  return row
}
