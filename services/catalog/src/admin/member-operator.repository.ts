import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { conflict, type FieldError, invalid, notFound } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { RESET_PREFIX } from '@fingerpost/protos/people'
import type { Kysely } from 'kysely'
import type { CatalogSchema, UserRow } from '../catalog.schema.ts'
import { removeMember } from '../departures/departure.repository.ts'
import { identityRepository } from '../identities/identity.repository.ts'
import { apiKeyRepository } from '../keys/api-key.repository.ts'
import { changeRole, memberRepository } from '../members/member.repository.ts'
import { checkOwnLinks, checkRole } from '../members/member.rules.ts'
import { passkeyRepository } from '../passkeys/passkey.repository.ts'
import { personRepository } from '../people/person.repository.ts'
import { checkEmail, checkPerson, RESET_DAYS } from '../people/person.rules.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { orThrow, teamOf } from './operator.repository.ts'

/** Operator commands for the accounts of people and their memberships. */
export const memberOperator = (db: Kysely<CatalogSchema>) => {
  const people = personRepository(db)

  async function find(email: string): Promise<UserRow> {
    const person = await people.byEmail(email)
    if (!person) throw notFound(`There is no account with the email address ${email}.`)
    return person
  }

  /** A new token that sets a password, in place of an earlier one. */
  async function reset(tx: Kysely<CatalogSchema>, { id, email }: UserRow) {
    const token = createToken(RESET_PREFIX)
    const expires_at = await personRepository(tx).insertReset(id, hashToken(token), RESET_DAYS)
    return { id, email, password_token: token, expires_at }
  }

  return {
    async createUser(given: string, name: string) {
      const email = given.trim()
      refuse(checkEmail(email))
      const checked = orThrow(checkPerson({ name }))
      return changeAs(db, OPERATOR, async (tx) => {
        // The operator vouches for the person who gets the token.
        const person = { email, name: checked.name ?? '', password_hash: null, verified: true }
        return reset(tx, await personRepository(tx).insert(person))
      })
    },

    async listUsers() {
      const rows = await people.all()
      return Promise.all(
        rows.map(async ({ id, email, name, disabled_at, email_verified_at }) => ({
          id,
          email,
          name,
          email_verified: email_verified_at !== null,
          disabled: disabled_at !== null,
          teams: (await people.memberships(id)).map(({ org_id, role }) => ({
            org_id: String(org_id),
            role,
          })),
        })),
      )
    },

    /** `email_verified`: if false, the account keeps nothing when the token is used; see proveAddress. */
    async resetUser(email: string) {
      const person = await find(email)
      const email_verified = person.email_verified_at !== null
      return { ...(await reset(db, person)), email_verified }
    },

    /** Marks the address of an account as proved, and shows what the account keeps. */
    async verifyUser(email: string) {
      const { id } = await find(email)
      await changeAs(db, OPERATOR, (tx) => personRepository(tx).verifyAddress(id))
      const [passkeys, memberships, api_keys] = await Promise.all([
        passkeyRepository(db).list(id),
        people.memberships(id),
        apiKeyRepository(db).countOf(id),
      ])
      return {
        ...{ id, email, email_verified: true, api_keys },
        passkeys: passkeys.map(({ name, created_at }) => ({ name, created_at })),
        teams: memberships.map(({ org_id, role }) => ({ org_id: String(org_id), role })),
      }
    },

    async disableUser(email: string, disabled: boolean) {
      const { id } = await find(email)
      await changeAs(db, OPERATOR, async (tx) => {
        await personRepository(tx).update(id, { disabled_at: disabled ? new Date() : null })
        if (disabled) await sessionRepository(tx).endAll(id)
      })
      return { id, email, disabled }
    },

    /** Disconnects an account from single sign-on. */
    async disconnect(email: string) {
      const { id } = await find(email)
      const identities = await changeAs(db, OPERATOR, async (tx) => {
        await sessionRepository(tx).endAll(id)
        return identityRepository(tx).deleteAll(id)
      })
      return { id, email, identities }
    },

    async add(email: string, org: string, role: string, own_links_only = false) {
      refuse(checkRole(role) ?? checkOwnLinks(role, own_links_only))
      const [{ id }, { org_id }] = [await find(email), await teamOf(db, org)]
      const added = await changeAs(db, OPERATOR, (tx) =>
        memberRepository(tx).add(org_id, id, { role, own_links_only }),
      )
      if (!added) {
        throw conflict('already_member', `${email} is a member of team ${org} already.`)
      }
      return { id, email, org_id: String(org_id), role, own_links_only }
    },

    async remove(email: string, org: string) {
      const [{ id }, { org_id }] = [await find(email), await teamOf(db, org)]
      await removeMember(db, { orgId: org_id, userId: id }, {})
      return { id, email, org_id: String(org_id), removed: true }
    },

    async changeRole(email: string, org: string, role: string, own_links_only = false) {
      refuse(checkRole(role) ?? checkOwnLinks(role, own_links_only))
      const [{ id }, { org_id }] = [await find(email), await teamOf(db, org)]
      await changeRole(db, { orgId: org_id, userId: id }, { role, own_links_only })
      return { id, email, org_id: String(org_id), role, own_links_only }
    },
  }
}

function refuse(fault: FieldError | undefined): void {
  if (fault) throw invalid([fault])
}
