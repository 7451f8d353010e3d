import { randomBytes } from 'node:crypto'
import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { type FieldError, invalid, notFound } from '@fingerpost/kit/http/problem'
import { checkName, plainName } from '@fingerpost/protos/name'
import { SCOPES } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { apiKeyRepository } from '../keys/api-key.repository.ts'
import { checkNewKey } from '../keys/api-key.rules.ts'
import { organizationRepository } from '../organizations/organization.repository.ts'
import { candidateTeamSlugs, checkOrganizationUpdate } from '../organizations/organization.rules.ts'
import { teamRepository } from '../setup/team.repository.ts'

const TEAM_NAME_MAX = 128
const PAGE = { offset: 0, limit: 10_000 }

/**
 * Operator commands for any team; they need only the database. Ids are accepted as text and
 * returned as in the REST API.
 */
export const operator = (db: Kysely<CatalogSchema>) => {
  const keys = apiKeyRepository(db)

  return {
    async createTeam(given: string) {
      const fault = checkName('name', given, TEAM_NAME_MAX)
      if (fault) throw invalid([fault])
      const name = plainName(given)
      const slugs = candidateTeamSlugs(name, () => randomBytes(3).toString('hex'))
      return changeAs(db, OPERATOR, async (tx) => {
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

    async renameTeam(org: string, name: string) {
      const changes = orThrow(checkOrganizationUpdate({ name, clear: [] }, 0))
      const team = await changeAs(db, OPERATOR, (tx) =>
        organizationRepository(tx).update(idOf(org), changes),
      )
      if (!team) throw notFound(`There is no team ${org}.`)
      return { org_id: org, name: team.name, slug: team.slug }
    },

    async createKey(org: string, name: string, requested?: string[]) {
      const scopes = requested ? { names: requested.map((scope) => scope.trim()) } : undefined
      const checked = orThrow(checkNewKey({ name, scopes }, { scopes: SCOPES }, new Date()))
      const team = await teamOf(db, org)
      const { id, secret } = await changeAs(db, OPERATOR, (tx) =>
        teamRepository(tx).insertKey(team, checked.name, undefined, checked.scopes),
      )
      return { id, org_id: String(team.org_id), scopes: checked.scopes, api_key: secret }
    },

    async listKeys(org: string) {
      const { org_id } = await teamOf(db, org)
      const { rows } = await keys.list(org_id, PAGE)
      return rows.map(({ id, name, last_four, scopes, expires_at, created_at }) => ({
        id,
        name,
        last_four,
        scopes,
        missing: SCOPES.filter((scope) => !scopes.includes(scope)),
        expires_at,
        created_at,
      }))
    },

    async revokeKey(id: string) {
      const key = await db
        .selectFrom('api_keys')
        .select('org_id')
        .where('id', '=', idOf(id))
        .executeTakeFirst()
      if (!key) throw notFound(`There is no API key ${id}.`)
      return changeAs(db, OPERATOR, async (tx) => {
        const keys = apiKeyRepository(tx)
        const present = await keys.lock(key.org_id, idOf(id))
        if (!present) throw notFound(`API key ${id} is already revoked.`)
        return { id: present.id, revoked: true, also_revoked: await keys.revoke(present, OPERATOR) }
      })
    },
  }
}

/** The team with this id and its first user. Throws invalid and not_found. */
export async function teamOf(db: Kysely<CatalogSchema>, org: string) {
  const team = await teamRepository(db).first(idOf(org))
  if (!team) throw notFound(`There is no team ${org}.`)
  return team
}

/** Parses an id. Throws invalid. */
export function idOf(text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text)
  throw invalid([{ field: 'id', code: 'invalid_format', detail: `${text} is not an id` }])
}

/** Returns the result of a check. Throws invalid with all of its errors. */
export function orThrow<T extends object>(checked: T | FieldError[]): T {
  if (Array.isArray(checked)) throw invalid(checked)
  return checked
}
