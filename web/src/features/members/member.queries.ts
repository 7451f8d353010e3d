import type { paths, Schemas } from '@fingerpost/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { useList } from '../../shared/list.ts'

export type Member = Schemas['Member']
export type Role = Member['role']
export type Invitation = Schemas['Invitation']
export type CreatedKey = Schemas['CreatedKey']
export type CreatedInvitation = Schemas['CreatedInvitation']

/** The role that can be limited to its own links. */
export const LIMITED = 'editor' satisfies Role

/** The maximum number of open invitations of a team. */
const INVITATIONS = 100

export const useMembers = () =>
  useList({
    queryKey: ['member'],
    load: ({ search: _, ...query }, signal) =>
      read(api().GET('/member', { signal, params: { query } })),
  })

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitation'],
    queryFn: ({ signal }) =>
      read(api().GET('/invitation', { signal, params: { query: { limit: INVITATIONS } } })),
  })

export const changeMember = (id: number, body: { role?: Role; own_links_only?: boolean }) =>
  read(api().PATCH('/member/{id}', { params: { path: { id: `${id}` } }, body }))

export type Removal = NonNullable<paths['/member/{id}']['delete']['parameters']['query']>
export type Task = NonNullable<Removal['keep']>[number]

/** The webhooks and imports of a member, which stop when the member is removed. */
export const useMemberTasks = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: ['member', id, 'tasks'],
    queryFn: ({ signal }) =>
      read(api().GET('/member/{id}/tasks', { signal, params: { path: { id: `${id}` } } })),
    enabled,
  })

export const removeMember = (id: number, query: Removal) =>
  read(api().DELETE('/member/{id}', { params: { path: { id: `${id}` }, query } }))

export const leaveTeam = (id: string) =>
  read(api().DELETE('/me/organization/{id}', { params: { path: { id } } }))

export interface NewInvitation {
  role: Role
  own_links_only: boolean
  email: string
}

/** Invites a person. Only this response contains the token. */
export const invite = ({ role, own_links_only, email }: NewInvitation) => {
  const limited = role === LIMITED && own_links_only
  return read(
    api().POST('/invitation', {
      body: { role, own_links_only: limited, email: email.trim() || null },
    }),
  )
}

export const withdraw = (id: number) =>
  read(api().DELETE('/invitation/{id}', { params: { path: { id: `${id}` } } }))

/** The address at which a person accepts an invitation. As a fragment, the token is not logged. */
export const invitationAddress = (token: string): string =>
  `${location.origin}/app/invitation#${token}`
