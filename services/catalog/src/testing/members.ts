import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { ROLE_SCOPES, type Role } from '@fingerpost/protos/people'
import type { TestCatalog } from './stack.ts'

/** Joins the first team as a new person, and returns the calls of this person. */
export async function joinAs(catalog: TestCatalog, role: Role) {
  const invitations = catalog.client(InvitationsService)
  const { token } = await invitations.createInvitation({ role }, { caller: catalog.mine })
  const email = `${crypto.randomUUID()}@example.com`
  const account = { token, email, name: 'Jana', password: 'correct horse battery', user_agent: '' }
  const { person } = await invitations.acceptInvitation(account)
  const id = person?.id ?? 0
  return {
    id,
    email,
    by: { caller: { ...catalog.mine, userId: id, scopes: [...ROLE_SCOPES[role]] } },
  }
}

export type TestMember = Awaited<ReturnType<typeof joinAs>>
