import { conflict, type FieldError, invalid, notFound } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Kysely } from 'kysely'
import type { CatalogSchema, UserRow } from '../catalog.schema.ts'
import { memberChanges, memberRepository } from '../members/member.repository.ts'
import { checkRole } from '../members/member.rules.ts'
import { personRepository } from '../people/person.repository.ts'
import { checkEmail, checkPerson, RESET_DAYS } from '../people/person.rules.ts'
import { sessionRepository } from '../people/session.repository.ts'
import { orThrow, teamOf } from './operator.repository.ts'

const RESET_PREFIX = 'fpr'

/** Operator commands for the accounts of people and their memberships. */
export const memberOperator = (db: Kysely<CatalogSchema>) => {
  const people = personRepository(db)
  const changes = memberChanges(db)

  async function find(email: string): Promise<UserRow> {
    const person = await people.byEmail(email)
    if (!person) throw notFound(`There is no account with the e-mail address ${email}.`)
    return person
  }

  /** A new token that sets a password, in place of an earlier one. */
  async function reset(tx: Kysely<CatalogSchema>, { id, email }: UserRow) {
    const token = createToken(RESET_PREFIX)
    const expires_at = await personRepository(tx).insertReset(id, hashToken(token), RESET_DAYS)
    return { id, email, password_token: token, expires_at }
  }

  return {
    async createUser(email: string, name: string) {
      refuse(checkEmail(email.trim()))
      const checked = orThrow(checkPerson({ name }))
      return db.transaction().execute(async (tx) => {
        const person = { email, name: checked.name ?? '', password_hash: null }
        return reset(tx, await personRepository(tx).insert(person))
      })
    },

    async listUsers() {
      const rows = await people.all()
      return Promise.all(
        rows.map(async ({ id, email, name, disabled_at }) => ({
          id,
          email,
          name,
          disabled: disabled_at !== null,
          teams: (await people.memberships(id)).map(({ org_id, role }) => ({
            org_id: String(org_id),
            role,
          })),
        })),
      )
    },

    resetUser: async (email: string) => reset(db, await find(email)),

    async disableUser(email: string, disabled: boolean) {
      const { id } = await find(email)
      await people.update(id, { disabled_at: disabled ? new Date() : null })
      if (disabled) await sessionRepository(db).endAll(id)
      return { id, email, disabled }
    },

    async add(email: string, org: string, role: string) {
      refuse(checkRole(role))
      const [{ id }, { org_id }] = [await find(email), await teamOf(db, org)]
      if (!(await memberRepository(db).add(org_id, id, role))) {
        throw conflict('already_member', `${email} is a member of team ${org} already.`)
      }
      return { id, email, org_id: String(org_id), role }
    },

    async remove(email: string, org: string) {
      const [{ id }, { org_id }] = [await find(email), await teamOf(db, org)]
      await changes.remove(org_id, id, undefined)
      return { id, email, org_id: String(org_id), removed: true }
    },

    async changeRole(email: string, org: string, role: string) {
      refuse(checkRole(role))
      const [{ id }, { org_id }] = [await find(email), await teamOf(db, org)]
      await changes.changeRole(org_id, id, role)
      return { id, email, org_id: String(org_id), role }
    },
  }
}

function refuse(fault: FieldError | undefined): void {
  if (fault) throw invalid([fault])
}
