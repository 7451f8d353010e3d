import type { Schemas } from '@fingerpost/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

export type Session = Schemas['Session']

/** The maximum number of sessions of a person. */
const SESSIONS = 50

export const useSessions = () =>
  useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) =>
      read(api().GET('/me/session', { signal, params: { query: { limit: SESSIONS } } })),
  })

export const endSession = (id: number) =>
  read(api().DELETE('/me/session/{id}', { params: { path: { id: `${id}` } } }))

/** Also ends the session of this browser. */
export const endSessions = () => read(api().DELETE('/me/session'))

export const saveProfile = (body: { name: string; time_zone: string }) =>
  read(api().PATCH('/me', { body }))

export const changePassword = (body: { current_password: string; password: string }) =>
  read(api().POST('/me/password', { body }))
