import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, invalid, notFound, Problem } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { createQuota } from '@fingerpost/kit/stores/quota'
import type { Invitation, InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { emailKey, INVITATION_PREFIX } from '@fingerpost/protos/people'
import type { Kysely } from 'kysely'
import type { CatalogSchema, InvitationRow } from '../catalog.schema.ts'
import { memberRepository } from '../members/member.repository.ts'
import { checkPower, checkRole, mayChange } from '../members/member.rules.ts'
import type { Passwords } from '../people/password.adapter.ts'
import { personRepository } from '../people/person.repository.ts'
import {
  checkEmail,
  checkPassword,
  checkPerson,
  sessionEnded,
  toPerson,
} from '../people/person.rules.ts'
import { sessionRepository } from '../people/session.repository.ts'
import { invitationRepository } from './invitation.repository.ts'

const OPEN_MAX = 100

export const invitationHandlers = (
  { db }: Postgres<CatalogSchema>,
  passwords: Passwords,
): Handlers<InvitationsService> => {
  const invitations = invitationRepository(db)
  const quota = createQuota({ kind: 'open invitations', limit: OPEN_MAX })

  /** The invitation of a token, for a person with this address. */
  async function find(token: string, email: string): Promise<InvitationRow> {
    const invitation = await invitations.find(hashToken(token))
    if (!invitation) throw unusable()
    if (invitation.email !== null && emailKey(invitation.email) !== emailKey(email)) {
      const detail = 'This invitation is for another e-mail address.'
      throw new Problem('forbidden', 'invitation_for_other_email', detail)
    }
    return invitation
  }

  /**
   * Uses up the invitation and adds the member. The user who created it must still be allowed to:
   * otherwise a removed member could come back with an invitation created earlier.
   */
  async function join(
    tx: Kysely<CatalogSchema>,
    { id, org_id, role, user_id }: InvitationRow,
    userId: number,
  ) {
    const members = memberRepository(tx)
    if (!(await invitationRepository(tx).take(id))) throw unusable()
    if (user_id !== null) {
      const power = await members.powerOf({ orgId: org_id, userId: user_id })
      if (!mayChange(power, undefined, role)) throw unusable()
    }
    if (await members.add(org_id, userId, role)) return
    throw conflict('already_member', 'You are a member of this team already.')
  }

  return {
    async listInvitations(page, { caller }) {
      const { rows, total } = await invitations.list(caller().orgId, page)
      return { invitations: rows.map(toInvitation), total }
    },

    async createInvitation({ role, email }, { caller }) {
      const faults = [checkRole(role), email === undefined ? undefined : checkEmail(email)]
      const errors = faults.filter((it) => it !== undefined)
      if (errors.length > 0) throw invalid(errors)
      const by = caller()
      checkPower(await memberRepository(db).powerOf(by), undefined, role)
      const token = createToken(INVITATION_PREFIX)
      const address = email?.trim() ?? null
      const row = { role, email: address, user_id: by.userId, sha256: hashToken(token) }
      const made = await quota.add(
        db,
        by.orgId,
        (tx) => invitationRepository(tx).count(by.orgId),
        (tx) => invitationRepository(tx).insert(by.orgId, row),
      )
      return { invitation: toInvitation(made), token }
    },

    async deleteInvitation({ id }, { caller }) {
      if (await invitations.delete(caller().orgId, id)) return {}
      throw notFound('There is no such invitation.')
    },

    async acceptInvitation({ token, email, name, password, user_agent }) {
      const person = checkPerson({ name })
      const faults = [checkEmail(email), checkPassword(password)].filter((it) => it !== undefined)
      const errors = [...(Array.isArray(person) ? person : []), ...faults]
      if (Array.isArray(person) || errors.length > 0) throw invalid(errors)
      const invitation = await find(token, email)
      const password_hash = await passwords.hash(emailKey(email), password)
      return db.transaction().execute(async (tx) => {
        const people = personRepository(tx)
        const made = await people.insert({ name: person.name ?? '', email, password_hash })
        await join(tx, invitation, made.id)
        const session = await sessionRepository(tx).start(made.id, user_agent)
        return { token: session, person: toPerson(made, await people.memberships(made.id)) }
      })
    },

    async joinTeam({ user_id, token }) {
      const person = await personRepository(db).get(user_id)
      if (!person) throw sessionEnded()
      const invitation = await find(token, person.email ?? '')
      await db.transaction().execute((tx) => join(tx, invitation, user_id))
      return toPerson(person, await personRepository(db).memberships(user_id))
    },
  }
}

const unusable = () =>
  new Problem(
    'forbidden',
    'invalid_invitation',
    'This invitation was already used, was withdrawn, or has expired.',
  )

const toInvitation = ({ id, role, email, expires_at, created_at }: InvitationRow): Invitation => ({
  id,
  role,
  email: email ?? undefined,
  expires_at,
  created_at,
})
