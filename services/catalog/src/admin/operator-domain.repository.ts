import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { conflict, invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Kysely } from 'kysely'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'
import { domainChangeRepository } from '../domains/change.repository.ts'
import { checkNewDomain } from '../domains/domain.rules.ts'
import { idOf, orThrow, teamOf } from './operator.repository.ts'

/**
 * Operator commands for the domains of any team. Running services learn of changes from the outbox
 * within a second. A domain is given by its id or its name.
 */
export const domainOperator = (db: Kysely<CatalogSchema>) => {
  const domains = domainChangeRepository(db)

  /** Throws not_found, and invalid for a name that several teams claim. */
  async function find(domain: string): Promise<DomainRow> {
    const isId = /^[0-9]+$/.test(domain)
    const rows = await db
      .selectFrom('domains')
      .selectAll()
      .where(isId ? 'id' : 'name', '=', isId ? idOf(domain) : domain.toLowerCase())
      .orderBy('id')
      .execute()
    const row = rows.find(({ verified }) => verified) ?? rows[0]
    if (!row) throw noDomain(domain)
    if (row.verified || rows.length === 1) return row
    const ids = rows.map(({ id, org_id }) => `${id} (team ${org_id})`).join(', ')
    const detail = `is claimed by several teams. Use an id: ${ids}`
    throw invalid([{ field: domain, code: 'invalid_reference', detail }])
  }

  return {
    async add(org: string, name: string, verified: boolean) {
      const { org_id } = await teamOf(db, org)
      const domain = orThrow(checkNewDomain({ name }, { local: true }))
      return shown(
        await domains.insert(OPERATOR, org_id, domain, verified ? 'operator' : undefined),
      )
    },

    async list(org?: string) {
      const all = db.selectFrom('domains').selectAll().orderBy('id')
      const rows = org === undefined ? all : all.where('org_id', '=', idOf(org))
      return (await rows.execute()).map((row) => ({ ...shown(row), proven_by: row.proven_by }))
    },

    async verify(domain: string) {
      const { org_id, id } = await find(domain)
      const row = await domains.verify(OPERATOR, org_id, id, 'operator')
      if (!row) throw noDomain(domain)
      return shown(row)
    },

    /** `isUsed` returns whether the domain has links. Throws conflict domain_in_use if it has. */
    async remove(domain: string, isUsed: (domainId: number) => Promise<boolean>) {
      const { org_id, id, name } = await find(domain)
      if (await isUsed(id)) {
        const detail = `There are links on ${name}: delete them or move them first.`
        throw conflict('domain_in_use', detail)
      }
      if (!(await domains.delete(OPERATOR, org_id, id))) throw noDomain(domain)
      return { id, org_id: String(org_id), name, removed: true }
    },
  }
}

const noDomain = (domain: string) => notFound(`There is no domain ${domain}.`)

const shown = ({ id, org_id, name, verified }: DomainRow) => ({
  id,
  org_id: String(org_id),
  name,
  verified,
})
