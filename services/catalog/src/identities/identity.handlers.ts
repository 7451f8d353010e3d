import { type ActorContext, personOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type {
  IdentitiesService,
  SignInByIdentityRequest,
} from '@fingerpost/protos/catalog/v1/identity'
import type { Kysely } from 'kysely'
import type { CatalogSchema, InvitationRow, UserRow } from '../catalog.schema.ts'
import { acceptance } from '../invitations/acceptance.repository.ts'
import { memberRepository } from '../members/member.repository.ts'
import { personRepository } from '../people/person.repository.ts'
import type { ToPerson } from '../people/person.rules.ts'
import { proveAddress } from '../people/proof.repository.ts'
import { refusalRepository } from '../people/refusal.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { teamRepository } from '../setup/team.repository.ts'
import { identityRepository } from './identity.repository.ts'
import {
  type Admission,
  accountDisabled,
  checkFirstSignIn,
  isInDomain,
  personName,
  verifiedEmail,
} from './identity.rules.ts'

type Db = Kysely<CatalogSchema>

export const identityHandlers = (
  postgres: Postgres<CatalogSchema>,
  admission: Admission,
  toPerson: ToPerson,
): Handlers<IdentitiesService> => {
  const refusals = refusalRepository(postgres)

  /** The invitations that a first sign-in accepts: the given one, else those for the address. */
  const invitationsFor = async (tx: Db, email: string, token: string | undefined) =>
    token === undefined ? acceptance(tx).openFor(email) : [await acceptance(tx).find(token, email)]

  /** The account of a new identity, which it gets by its verified email address. */
  async function admit(tx: Db, request: SignInByIdentityRequest, context: ActorContext) {
    const email = verifiedEmail(request)
    const people = personRepository(tx)
    const identities = identityRepository(tx)
    const trusted = isInDomain(email, admission.domains)
    const invitations = await invitationsFor(tx, email, request.invitation)
    const found = await people.lockByEmail(email)
    const account = found && {
      connected: await identities.isConnected(found.id, request.issuer),
      disabled: found.disabled_at !== null,
      teams: (await people.memberships(found.id)).length,
    }
    checkFirstSignIn({ trusted, invitations, account })
    const name = personName(request.name, email)
    const made = { name, email, password_hash: null, verified: true }
    const person = found ?? (await people.insert(made))
    const { id } = person
    const actor = personOf(context, person)
    await changeAs(tx, actor, async () => {
      // After its first proof, an account is like a new one.
      const isNew = !found || (await proveAddress(tx, actor, id)) !== undefined
      for (const invitation of invitations) await join(tx, invitation, id)
      if (isNew && invitations.length === 0) await joinFirstTeam(tx, id)
      // After the teams, whose audit logs show it.
      await identities.insert(id, request)
    })
    return (await people.get(id)) as UserRow
  }

  /** Accepts an invitation, unless the person is a member already. */
  async function join(tx: Db, invitation: InvitationRow, userId: number): Promise<void> {
    if (await memberRepository(tx).roleOf(invitation.org_id, userId)) return
    await acceptance(tx).join(invitation, userId)
  }

  async function joinFirstTeam(tx: Db, userId: number): Promise<void> {
    const team = await teamRepository(tx).first()
    const membership = { role: admission.role, own_links_only: false }
    if (team) await memberRepository(tx).add(team.org_id, userId, membership)
  }

  return {
    async signInByIdentity(request, context) {
      const { person, token } = await transact(postgres.db, async (tx) => {
        const known = await identityRepository(tx).lock(request)
        if (known?.disabled_at) {
          refusals.record(context, known.id, 'disabled')
          throw accountDisabled()
        }
        const person = known ?? (await admit(tx, request, context))
        const actor = personOf(context, person)
        if (known && request.invitation !== undefined) {
          const invitation = await acceptance(tx).find(request.invitation, known.email ?? '')
          await changeAs(tx, actor, () => join(tx, invitation, known.id))
        }
        const token = await sessionRepository(tx).start(actor, person.id, request.user_agent)
        return { person, token }
      })
      const memberships = await personRepository(postgres.db).memberships(person.id)
      return { token, person: toPerson(person, memberships) }
    },
  }
}
