import { randomBytes } from 'node:crypto'
import { type FieldError, invalid, notFound } from '@fingerpost/kit/problem'
import type { Kysely } from 'kysely'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'
import { domainChangeRepository } from '../domains/change.repository.ts'
import { checkNewDomain } from '../domains/domain.rules.ts'
import { apiKeyRepository } from '../keys/api-key.repository.ts'
import { checkNewKey, SCOPES } from '../keys/api-key.rules.ts'
import { checkName, plainName } from '../names/name.rules.ts'
import { organizationRepository } from '../organizations/organization.repository.ts'
import { candidateTeamSlugs } from '../organizations/organization.rules.ts'
import { teamRepository } from '../setup/team.repository.ts'

const TEAM_NAME_MAX = 128
const PAGE = { offset: 0, limit: 10_000 }

/**
 * What the operator may do to any team, on the database alone: the outbox tells running services of
 * changed domains within a second. Ids come as text, and go as the REST interface shows them.
 */
export const operator = (db: Kysely<CatalogSchema>) => {
  const keys = apiKeyRepository(db)
  const domains = domainChangeRepository(db)

  async function teamOf(org: string) {
    const team = await teamRepository(db).first(idOf(org))
    if (!team) throw notFound(`There is no team ${org}.`)
    return team
  }

  async function ownerOf(table: 'api_keys' | 'domains', id: string, what: string) {
    const row = await db
      .selectFrom(table)
      .select('org_id')
      .where('id', '=', idOf(id))
      .executeTakeFirst()
    if (!row) throw notFound(`There is no ${what} ${id}.`)
    return row.org_id
  }

  return {
    async createTeam(given: string) {
      const fault = checkName('name', given, TEAM_NAME_MAX)
      if (fault) throw invalid([fault])
      const name = plainName(given)
      const slugs = candidateTeamSlugs(name, () => randomBytes(3).toString('hex'))
      return db.transaction().execute(async (tx) => {
        const teams = teamRepository(tx)
        const team = await teams.insert(name, slugs)
        const { secret } = await teams.insertKey(team, 'First key')
        return { org_id: String(team.org_id), user_id: String(team.user_id), api_key: secret }
      })
    },

    async listTeams() {
      const rows = await organizationRepository(db).all()
      return rows.map(({ id, name, slug }) => ({ org_id: String(id), name, slug }))
    },

    async createKey(org: string, name: string, wished?: string[]) {
      const scopes = wished ? { names: wished.map((scope) => scope.trim()) } : undefined
      const checked = orThrow(checkNewKey({ name, scopes }, { scopes: SCOPES }))
      const team = await teamOf(org)
      const { id, secret } = await teamRepository(db).insertKey(
        team,
        checked.name,
        undefined,
        checked.scopes,
      )
      return { id, org_id: String(team.org_id), scopes: checked.scopes, api_key: secret }
    },

    async listKeys(org: string) {
      const { org_id } = await teamOf(org)
      const { rows } = await keys.list(org_id, PAGE)
      return rows.map(({ id, name, last_four, scopes, expires_at, created_at }) => ({
        id,
        name,
        last_four,
        scopes,
        expires_at,
        created_at,
      }))
    },

    async revokeKey(id: string) {
      const revoked = await keys.revoke(await ownerOf('api_keys', id, 'API key'), idOf(id))
      if (!revoked) throw notFound(`API key ${id} is revoked already.`)
      return { id: idOf(id), revoked: true }
    },

    async addDomain(org: string, name: string, verified: boolean) {
      const { org_id } = await teamOf(org)
      const domain = orThrow(checkNewDomain({ name }, { local: true }))
      return shown(await domains.insert(org_id, domain, verified ? 'operator' : undefined))
    },

    async verifyDomain(id: string) {
      const orgId = await ownerOf('domains', id, 'domain')
      const row = await domains.verify(orgId, idOf(id), 'operator')
      if (!row) throw notFound(`There is no domain ${id}.`)
      return shown(row)
    },
  }
}

function idOf(text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text)
  throw invalid([{ field: 'id', code: 'invalid_format', detail: `${text} is not an id` }])
}

function orThrow<T extends object>(checked: T | FieldError[]): T {
  if (Array.isArray(checked)) throw invalid(checked)
  return checked
}

const shown = ({ id, org_id, name, verified }: DomainRow) => ({
  id,
  org_id: String(org_id),
  name,
  verified,
})
