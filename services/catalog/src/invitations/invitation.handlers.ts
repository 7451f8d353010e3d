import { actorOf, keyOf, personOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { createQuota } from '@fingerpost/kit/stores/quota'
import { transact } from '@fingerpost/kit/stores/transact'
import type { Invitation, InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { mailboxKey } from '@fingerpost/protos/email'
import { INVITATION_PREFIX } from '@fingerpost/protos/people'
import type { CatalogSchema, InvitationRow } from '../catalog.schema.ts'
import { type MailSender, SEND_MS } from '../mail/mail.adapter.ts'
import { invitationMail } from '../mail/mail.rules.ts'
import type { mailCounts } from '../mail/mail-count.cache.ts'
import { memberRepository } from '../members/member.repository.ts'
import { checkGivenRole, checkOwnLinks, checkPower, checkRole } from '../members/member.rules.ts'
import { organizationRepository } from '../organizations/organization.repository.ts'
import { ceremonies, NEW_PERSON } from '../passkeys/ceremony.adapter.ts'
import type { Challenges } from '../passkeys/challenge.cache.ts'
import { passkeyRepository } from '../passkeys/passkey.repository.ts'
import { siteOf } from '../passkeys/passkey.rules.ts'
import type { Passwords } from '../people/password.adapter.ts'
import { accountExists, personRepository } from '../people/person.repository.ts'
import { checkEmail, checkNewPerson, type ToPerson } from '../people/person.rules.ts'
import { changeInSession } from '../sessions/change.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { sessionEnded } from '../sessions/session.rules.ts'
import { acceptance } from './acceptance.repository.ts'
import { invitationRepository } from './invitation.repository.ts'

const OPEN_MAX = 100

export const invitationHandlers = (
  { db }: Postgres<CatalogSchema>,
  passwords: Passwords,
  mail: MailSender,
  mails: ReturnType<typeof mailCounts>,
  dashboard: string,
  challenges: Challenges,
  toPerson: ToPerson,
): Handlers<InvitationsService> => {
  const invitations = invitationRepository(db)
  const { begin, finish } = ceremonies(challenges)
  const quota = createQuota({ kind: 'open invitations', limit: OPEN_MAX })

  /** Whether the mail server accepted the invitation; false without asking it when there were too many. */
  async function send(made: InvitationRow, to: string, token: string, context: CallContext) {
    if (!(await mails.take(made.org_id, hashToken(mailboxKey(to)).toString('base64url')))) {
      context.log.warn({ team: made.org_id }, 'too many invitations by email')
      return false
    }
    const [team, person] = await Promise.all([
      organizationRepository(db).get(made.org_id),
      made.user_id === null ? undefined : personRepository(db).get(made.user_id),
    ])
    const facts = { team: team?.name ?? '', role: made.role, by: person?.name ?? '' }
    return mail.send(invitationMail(to, facts, dashboard, token), context.log, SEND_MS)
  }

  return {
    async listInvitations(page, { caller }) {
      const { rows, total } = await invitations.list(caller().orgId, page)
      return { invitations: rows.map(toInvitation), total }
    },

    async createInvitation({ role, email, own_links_only }, context) {
      const faults = [
        checkRole(role),
        email === undefined ? undefined : checkEmail(email),
        checkOwnLinks(role, own_links_only),
      ]
      const errors = faults.filter((it) => it !== undefined)
      if (errors.length > 0) throw invalid(errors)
      const [by, actor] = [context.caller(), actorOf(context)]
      checkGivenRole(role, { ...by, actor })
      const address = email?.trim() ?? null
      const token = createToken(INVITATION_PREFIX)
      // Who accepts with the shown token need not be the person who receives mail at the address.
      const mailed = address !== null && mail.isOn ? createToken(INVITATION_PREFIX) : undefined
      const row = {
        ...{ role, own_links_only: own_links_only ?? false },
        ...{ email: address, user_id: by.userId, sha256: hashToken(token) },
        mailed_sha256: mailed === undefined ? null : hashToken(mailed),
        key_id: keyOf(context),
      }
      const made = await quota.add(
        db,
        by.orgId,
        (tx) => invitationRepository(tx).count(by.orgId),
        (db) =>
          changeInSession(db, actor, async (tx) => {
            checkPower(await memberRepository(tx).holdPower(by), undefined, role)
            return invitationRepository(tx).insert(actor, by.orgId, row)
          }),
      )
      return {
        invitation: toInvitation(made),
        token,
        mailed: mailed && address ? await send(made, address, mailed, context) : undefined,
      }
    },

    async deleteInvitation({ id }, context) {
      const { orgId } = context.caller()
      const deleted = await changeInSession(db, actorOf(context), (tx) =>
        invitationRepository(tx).delete(orgId, id),
      )
      if (deleted) return {}
      throw notFound('There is no such invitation.')
    },

    async previewInvitation({ token }) {
      const row = await acceptance(db).preview(token)
      const team = await organizationRepository(db).get(row.org_id)
      return { invitation: toInvitation(row), org_id: row.org_id, org_name: team?.name ?? '' }
    },

    async beginPasskey({ token, email, name, origin }) {
      const site = siteOf(origin)
      const person = checkNewPerson({ email, name })
      // The same for an address with an account, which only an acceptance finds out.
      await acceptance(db).find(token, email)
      return begin(site, { id: NEW_PERSON, ...person }, [])
    },

    async acceptInvitation({ token, password, passkey: given, user_agent, ...person }, context) {
      const byPassword = password !== '' || !given
      const { name, email } = checkNewPerson({ ...person, ...(byPassword && { password }) })
      const invitation = await acceptance(db).find(token, email)
      const passkey = given && (await finish(NEW_PERSON, given))
      const turn = { known: `team ${invitation.org_id}` }
      const password_hash = byPassword ? await passwords.hash(turn, password) : null
      const isMailed = invitation.mailed_sha256?.equals(hashToken(token)) ?? false
      const accepted = await transact(db, async (tx) => {
        const people = personRepository(tx)
        await invitationRepository(tx).lock(invitation.id)
        await acceptance(tx).find(token, email)
        // The first account of an instance is that of its operator.
        const verified = isMailed || !(await people.exist())
        const made = await people.add({ name, email, password_hash, verified })
        if (!made) {
          // Otherwise, one invitation would tell of any number of addresses whether they have an account.
          await invitationRepository(tx).limitTo(invitation.id, email)
          return undefined
        }
        const actor = personOf(context, made)
        await changeAs(tx, actor, async () => {
          await acceptance(tx).join(invitation, made.id)
          if (passkey) await passkeyRepository(tx).insert({ ...passkey, user_id: made.id })
        })
        const session = await sessionRepository(tx).start(actor, made.id, user_agent)
        return { token: session, person: toPerson(made, await people.memberships(made.id)) }
      })
      if (!accepted) throw accountExists()
      return accepted
    },

    async joinTeam({ user_id, token }, context) {
      const person = await personRepository(db).get(user_id)
      if (!person) throw sessionEnded()
      const invitation = await acceptance(db).find(token, person.email ?? '')
      await changeInSession(db, actorOf(context), (tx) => acceptance(tx).join(invitation, user_id))
      return toPerson(person, await personRepository(db).memberships(user_id))
    },
  }
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  role: row.role,
  own_links_only: row.own_links_only,
  email: row.email ?? undefined,
  expires_at: row.expires_at,
  created_at: row.created_at,
})
