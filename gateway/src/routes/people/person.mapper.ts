import type { Person } from '@fingerpost/protos/catalog/v1/person'
import { ROLE_SCOPES, ROLES } from '@fingerpost/protos/people'
import { isOneOf } from '@fingerpost/protos/words'
import type { Me } from './person.schema.ts'

/** A person as the API shows them to themselves. */
export const toMeBody = (person: Person): Me => ({
  id: person.id,
  email: person.email,
  name: person.name,
  time_zone: person.time_zone,
  has_password: person.has_password,
  organizations: person.memberships.map(
    ({ org_id, name, slug, role, own_links_only, time_zone }) => ({
      id: String(org_id),
      name,
      slug,
      role,
      own_links_only: own_links_only ?? false,
      time_zone: time_zone ?? null,
      scopes: isOneOf(ROLES, role) ? [...ROLE_SCOPES[role]] : [],
    }),
  ),
  can_create_organization: person.can_create_organization ?? false,
  created_at: (person.created_at ?? new Date(0)).toISOString(),
})
