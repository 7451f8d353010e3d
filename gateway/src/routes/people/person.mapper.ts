import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Me } from './person.schema.ts'

/** A person as the API shows them to themselves. */
export const toMeBody = (person: Person): Me => ({
  id: person.id,
  email: person.email,
  name: person.name,
  time_zone: person.time_zone,
  has_password: person.has_password,
  organizations: person.memberships.map(({ org_id, name, slug, role }) => ({
    id: String(org_id),
    name,
    slug,
    role,
  })),
  created_at: (person.created_at ?? new Date(0)).toISOString(),
})
