import { conflict, Problem } from '@fingerpost/kit/http/problem'
import { hashToken } from '@fingerpost/kit/secrets/token'
import { emailKey } from '@fingerpost/protos/email'
import type { Kysely } from 'kysely'
import type { CatalogSchema, InvitationRow } from '../catalog.schema.ts'
import { apiKeyRepository } from '../keys/api-key.repository.ts'
import { memberRepository } from '../members/member.repository.ts'
import { mayChange, scopesOf } from '../members/member.rules.ts'
import { invitationRepository } from './invitation.repository.ts'

/** Accepts invitations. */
export const acceptance = (db: Kysely<CatalogSchema>) => {
  /**
   * Whether the user and the API key that created the invitation are still allowed to: otherwise a
   * removed member or the holder of a revoked key could come back with an invitation created earlier.
   */
  async function isBacked({ org_id, role, user_id, key_id }: InvitationRow): Promise<boolean> {
    const needed = ['member:write', ...scopesOf(role)]
    if (key_id !== null && !(await apiKeyRepository(db).allows(key_id, needed))) return false
    if (user_id === null) return true
    const power = await memberRepository(db).powerOf({ orgId: org_id, userId: user_id })
    return mayChange(power, undefined, role)
  }

  return {
    /**
     * The invitation of a token, for a person with this address. Throws forbidden invalid_invitation
     * and invitation_for_other_email.
     */
    async find(token: string, email: string): Promise<InvitationRow> {
      const invitation = await invitationRepository(db).find(hashToken(token))
      if (!invitation) throw unusable()
      const { email_key, tried_email_key } = invitation
      if (email_key !== null && email_key !== emailKey(email)) {
        throw forOtherEmail('This invitation is for another email address.')
      }
      if (tried_email_key !== null && tried_email_key !== emailKey(email)) {
        const detail =
          'This invitation was tried with the email address of another account. Ask for a new invitation.'
        throw forOtherEmail(detail)
      }
      return invitation
    },

    /** The invitation of a token, for anyone who holds it. Throws forbidden invalid_invitation. */
    async preview(token: string): Promise<InvitationRow> {
      const invitation = await invitationRepository(db).find(hashToken(token))
      if (!invitation || !(await isBacked(invitation))) throw unusable()
      return invitation
    },

    /** The valid invitations that name this address, the newest of each team. */
    async openFor(email: string): Promise<InvitationRow[]> {
      const found = await invitationRepository(db).openFor(email)
      const backed = await Promise.all(found.map(isBacked))
      const valid = found.filter((_, i) => backed[i])
      return [...new Map(valid.map((it) => [it.org_id, it])).values()]
    },

    /**
     * Uses up the invitation and adds the member. Throws forbidden invalid_invitation and conflict
     * already_member. Must be called in a transaction.
     */
    async join(invitation: InvitationRow, userId: number): Promise<void> {
      const { id: invitation_id, org_id, role, own_links_only } = invitation
      const membership = { role, own_links_only, invitation_id }
      if (!(await invitationRepository(db).take(invitation_id))) throw unusable()
      if (!(await isBacked(invitation))) throw unusable()
      if (await memberRepository(db).add(org_id, userId, membership)) return
      throw conflict('already_member', 'You are already a member of this team.')
    },
  }
}

const forOtherEmail = (detail: string) =>
  new Problem('forbidden', 'invitation_for_other_email', detail)

const unusable = () =>
  new Problem(
    'forbidden',
    'invalid_invitation',
    'This invitation was already used, was withdrawn, or has expired.',
  )
