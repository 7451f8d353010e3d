import type { Person, ResetPasswordResponse } from '@fingerpost/protos/catalog/v1/person'
import { ROLE_SCOPES, ROLES } from '@fingerpost/protos/people'
import { isOneOf } from '@fingerpost/protos/words'
import { bodyOf } from '../../schema/body.mapper.ts'
import { Me, type ResetDone } from './person.schema.ts'

/** A person as the API shows them to themselves. */
export const toMeBody = ({ memberships, can_create_organization = false, ...person }: Person): Me =>
  toBody({
    ...person,
    can_create_organization,
    organizations: memberships.map(
      ({ org_id, name, slug, role, own_links_only = false, time_zone = null }) => {
        const scopes = isOneOf(ROLES, role) ? [...ROLE_SCOPES[role]] : []
        return { id: String(org_id), name, slug, role, own_links_only, time_zone, scopes }
      },
    ),
  })
const toBody = bodyOf(Me)

/** What a password reset has removed, and what it has left. */
export const toResetBody = (it: ResetPasswordResponse): ResetDone => ({
  done: true,
  first_proof: it.first_proof,
  organizations_left: it.organizations_left,
  sign_in: {
    passkeys: it.passkeys.map(({ name, created_at, used_at }) => ({
      name,
      created_at: (created_at ?? new Date(0)).toISOString(),
      last_used_at: used_at?.toISOString() ?? null,
    })),
    sso: it.issuers.map((issuer) => URL.parse(issuer)?.host ?? issuer),
  },
  api_keys: it.api_keys,
})
