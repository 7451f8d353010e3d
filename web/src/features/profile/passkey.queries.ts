import type { Schemas } from '@fingerpost/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

export type Passkey = Schemas['Passkey']

export const PASSKEYS = ['passkey']

export const usePasskeys = () =>
  useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => read(api().GET('/me/passkey', { signal })),
  })

export const deletePasskey = (id: number) =>
  read(api().DELETE('/me/passkey/{id}', { params: { path: { id: `${id}` } } }))

export const renamePasskey = (id: number, name: string) =>
  read(api().PATCH('/me/passkey/{id}', { params: { path: { id: `${id}` } }, body: { name } }))
