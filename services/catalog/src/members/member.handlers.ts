import { actorOf } from '@fingerpost/kit/audit/actor'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, Problem } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { Member, MembersService } from '@fingerpost/protos/catalog/v1/member'
import type { CatalogSchema } from '../catalog.schema.ts'
import { memberChanges, memberRepository, noMember } from './member.repository.ts'
import { checkRole } from './member.rules.ts'

type Row = Awaited<ReturnType<ReturnType<typeof memberRepository>['get']>>

export const memberHandlers = ({ db }: Postgres<CatalogSchema>): Handlers<MembersService> => {
  const members = memberRepository(db)
  const changes = memberChanges(db)

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
      await changes.changeRole(by.orgId, user_id, { role, own_links_only }, by)
      return toMember(await members.get(by.orgId, user_id))
    },

    async removeMember({ user_id, hand_over_keys }, context) {
      const by = { ...context.caller(), actor: actorOf(context) }
      if (hand_over_keys && by.userId === user_id) {
        const detail = 'Only another member can take over your API keys.'
        throw new Problem('invalid', 'invalid_request', detail)
      }
      await changes.remove(by.orgId, user_id, hand_over_keys ? by.userId : undefined, by)
      return {}
    },
  }
}

function toMember(row: Row): Member {
  if (!row) throw noMember()
  return { ...row, email: row.email ?? '' }
}
