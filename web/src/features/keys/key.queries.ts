import type { paths, Schemas } from '@fingerpost/client'
import { text } from '#messages/keys.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { replaceKey, sessionKey } from '../../api/session.ts'
import { useList } from '../../shared/list.ts'

export type Key = Schemas['Key']

export const useKeys = () =>
  useList({
    queryKey: ['key'],
    load: ({ search: _, ...query }, signal) =>
      read(api().GET('/key', { signal, params: { query } })),
  })

type KeyBody = paths['/key']['post']['requestBody']['content']['application/json']
export type Scope = NonNullable<KeyBody['scopes']>[number]

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = text.scopes
export const SCOPES = Object.keys(SCOPE_LABELS) as Scope[]

export interface KeyForm {
  name: string
  scopes: Scope[]
  /** A day, or '' for no expiry. */
  expires_at: string
}

/** Creates a key; only this response contains the secret. */
export const createKey = ({ expires_at: day, ...body }: KeyForm) =>
  read(
    api().POST('/key', { body: { ...body, expires_at: day ? new Date(day).toISOString() : null } }),
  )

export const revokeKey = (id: number) =>
  read(api().DELETE('/key/{id}', { params: { path: { id: `${id}` } } }))

/** Whether the dashboard is signed in with this key. */
export const isOurs = ({ last_four }: Key): boolean => sessionKey()?.endsWith(last_four) ?? false

/**
 * Replaces the secret of a key; only this response contains the new one. A session that uses the
 * key continues with the new secret.
 */
export async function rotateKey(
  rotated: Key,
  overlap_hours: number,
): Promise<Schemas['CreatedKey']> {
  const params = { path: { id: `${rotated.id}` } }
  const made = await read(api().POST('/key/{id}/rotate', { params, body: { overlap_hours } }))
  if (isOurs(rotated)) replaceKey(made.key)
  return made
}
