import { actorOf } from '@fingerpost/kit/audit/actor'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { Member, MembersService } from '@fingerpost/protos/catalog/v1/member'
import type { CatalogSchema } from '../catalog.schema.ts'
import { changeRole, memberRepository, noMember } from './member.repository.ts'
import { checkRole } from './member.rules.ts'

type Row = Awaited<ReturnType<ReturnType<typeof memberRepository>['get']>>

export const memberHandlers = ({
  db,
}: Postgres<CatalogSchema>): Omit<Handlers<MembersService>, 'removeMember'> => {
  const members = memberRepository(db)

  return {
    async listMembers(page, { caller }) {
      const { rows, total } = await members.list(caller().orgId, page)
      return { members: rows.map(toMember), total }
    },

    getMember: async ({ user_id }, { caller }) =>
      toMember(await members.get(caller().orgId, user_id)),

    async changeRole({ user_id, role: given, own_links_only }, context) {
      const role = given || undefined
      const fault = role === undefined ? undefined : checkRole(role)
      if (fault) throw invalid([fault])
      const by = { ...context.caller(), actor: actorOf(context) }
      const of = { orgId: by.orgId, userId: user_id }
      await changeRole(db, of, { role, own_links_only }, by)
      return toMember(await members.get(by.orgId, user_id))
    },
  }
}

function toMember(row: Row): Member {
  if (!row) throw noMember()
  return { ...row, email: row.email ?? '' }
}
