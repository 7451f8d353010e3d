import { actorOf } from '@fingerpost/kit/audit/actor'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, type FieldError, invalid, notFound } from '@fingerpost/kit/http/problem'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { CheckDomainUseRequest } from '@fingerpost/protos/link/v1/domain_use'
import type { DomainRow } from '../catalog.schema.ts'
import { domainChangeRepository } from './change.repository.ts'
import { toDomainRecord, toProvenDomain } from './describe.rules.ts'
import { domainRepository } from './domain.repository.ts'
import {
  checkDomainUpdate,
  checkNewDomain,
  type DomainFields,
  type ShortUrls,
  targetHosts,
} from './domain.rules.ts'
import { type PointingAnswers, pointingOf } from './pointing.rules.ts'
import { proofRepository } from './proof.repository.ts'
import { type DnsAnswers, NOT_ASKED, proofRecords, targetHost } from './proof.rules.ts'
import type { ProofParts } from './proof.worker.ts'
import type { WriteDomain } from './publish.cache.ts'
import { shortHostRepository } from './short-host.repository.ts'

const LINK_TIMEOUT_MS = 2_000

export interface DomainParts extends ProofParts {
  /** Writes the record of a domain that was looked up. */
  restore: WriteDomain
}

/** Settings of the operator for domains. */
export interface DomainSettings {
  /** Whether teams may add single-label names. */
  singleLabels: boolean
  shortUrls: ShortUrls
  quota: TeamQuota
}

export const domainHandlers = (
  { postgres, publish, restore, links, dns, instanceHost }: DomainParts,
  { shortUrls, singleLabels, quota }: DomainSettings,
): Handlers<DomainsService> => {
  const domains = domainRepository(postgres.db)
  const changes = domainChangeRepository(postgres.db, quota)
  const proofs = proofRepository(postgres.db)
  const findShortHosts = shortHostRepository(postgres)

  const owned = async (orgId: number, id: number) => found(await domains.get(orgId, id))

  /** Also blocks new links on the domain while it changes. */
  async function requireUnused(
    change: CheckDomainUseRequest,
    detail: string,
    errors: FieldError[] = [],
  ) {
    const { used } = await links.checkDomainUse(change, { timeoutMs: LINK_TIMEOUT_MS })
    if (used) throw conflict('domain_in_use', detail, errors)
  }

  /** Redirects of a domain must not point to a short domain: they could form a loop. */
  async function refuseLoops(orgId: number, name: string, fields: Partial<DomainFields>) {
    const hosts = targetHosts(fields, shortUrls)
    const known = await findShortHosts(
      orgId,
      hosts.map(({ host }) => host),
    )
    const loops = hosts.filter(({ host }) => host === name || known.includes(host))
    const detail = 'leads back to a short domain of this service'
    if (loops.length === 0) return
    throw invalid(loops.map(({ field }) => ({ field, code: 'redirect_loop', detail })))
  }

  const shown = (row: DomainRow) => toProvenDomain(row, Date.now())
  const provable = (row: DomainRow, answers: DnsAnswers, pointers?: PointingAnswers) => ({
    domain: shown(row),
    records: proofRecords(row, instanceHost, answers),
    pointing: pointingOf(row, instanceHost, pointers),
  })

  return {
    async listDomains(page, { caller }) {
      const { rows, total } = await domains.list(caller().orgId, page)
      return { domains: rows.map(shown), total }
    },

    async getDomain({ id }, { caller }) {
      return shown(await owned(caller().orgId, id))
    },

    async createDomain(request, context) {
      const { orgId } = context.caller()
      const domain = checkNewDomain(request, { instanceHost, local: singleLabels })
      if (Array.isArray(domain)) throw invalid(domain)
      await refuseLoops(orgId, domain.name, domain)
      return provable(await changes.insert(actorOf(context), orgId, domain), NOT_ASKED)
    },

    async updateDomain(request, context) {
      const { orgId } = context.caller()
      const { id, name, case_sensitive } = await owned(orgId, request.id)
      const change = checkDomainUpdate(request, name)
      if (Array.isArray(change)) throw invalid(change)
      await refuseLoops(orgId, name, change)
      // Existing slugs are stored under their old comparison key and would no longer be found.
      if (change.case_sensitive !== undefined && change.case_sensitive !== case_sensitive) {
        const detail =
          'can change only while the domain has no links, including links deleted in the last 30 days'
        const field = { field: 'case_sensitive', code: 'domain_in_use', detail }
        const changed = { domain_id: id, closing: false, case_sensitive: change.case_sensitive }
        await requireUnused(changed, `case_sensitive ${detail}.`, [field])
      }
      const row = found(await changes.update(actorOf(context), orgId, id, change))
      if (row.verified) await publish(row, context.log)
      return shown(row)
    },

    async deleteDomain({ id }, context) {
      const { orgId } = context.caller()
      const { name } = await owned(orgId, id)
      const detail = `There are links on ${name}: delete them or move them first.`
      await requireUnused({ domain_id: id, closing: true }, detail)
      const deleted = await changes.delete(actorOf(context), orgId, id)
      if (!deleted) throw noDomain()
      if (deleted.verified) await publish(deleted.last, context.log)
      return {}
    },

    async verifyDomain({ id }, context) {
      const { orgId } = context.caller()
      const domain = await owned(orgId, id)
      const [answers, pointers] = await Promise.all([
        dns.answersOf(domain.name),
        dns.pointersOf(domain.name, targetHost(instanceHost)),
      ])
      const proof = provable(domain, answers, pointers)
      if (!proof.records.some(({ ok }) => ok)) return proof
      if (domain.verified) {
        if (domain.proven_by !== 'operator') await proofs.passed(domain)
        return { ...proof, domain: shown(await owned(orgId, id)) }
      }
      const row = found(await changes.verify(actorOf(context), orgId, id, 'dns'))
      await publish(row, context.log)
      return { ...proof, domain: shown(row) }
    },

    async getDomainRecord({ name }, { caller, log }) {
      const row = await domains.find(name, teamOf(caller))
      if (!row) return {}
      if (row.verified) await restore(row, log)
      return { record: toDomainRecord(row) }
    },
  }
}

/** Requests from redirect have no team. */
function teamOf(caller: CallContext['caller']): number | undefined {
  try {
    return caller().orgId
  } catch {
    return undefined
  }
}

const noDomain = () => notFound('There is no such domain.')

function found(row: DomainRow | undefined): DomainRow {
  if (!row) throw noDomain()
  return row
}
