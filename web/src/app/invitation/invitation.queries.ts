import type { Schemas } from '@fingerpost/client'
import { useQuery } from '@tanstack/react-query'
import { api, apiOfBrowser } from '../../api/client.ts'
import { createPasskey } from '../../api/passkey.ts'
import { read } from '../../api/problem.ts'
import { beginOwn } from '../../api/session.ts'
import { addressOfTeam } from '../../api/team.ts'
import { browserName } from '../../features/profile/user-agent.rules.ts'

export type Preview = Schemas['InvitationPreview']

/** The token of an invitation: the fragment of the address, which is never sent in a request. */
export const tokenInAddress = (): string => location.hash.slice(1) || '-'

export const usePreview = (token: string) =>
  useQuery({
    queryKey: ['invitation preview', token],
    queryFn: () => read(apiOfBrowser().POST('/invitation/preview', { body: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface NewPerson {
  email: string
  name: string
  /** Without one, the browser creates a passkey. */
  password?: string
}

/** Creates an account, signed in, with the time zone of the browser. */
export async function accept(token: string, { password, ...given }: NewPerson): Promise<void> {
  const person = { ...given, email: given.email.trim(), token }
  const body =
    password === undefined
      ? { ...person, passkey: await newPasskey(person) }
      : { ...person, password }
  await read(apiOfBrowser().POST('/invitation/accept', { body }))
  beginOwn()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  // The account works without it, too.
  await read(apiOfBrowser().PATCH('/me', { body: { time_zone } })).catch(() => {})
}

/** Renames the team of a person who has just signed in. */
export const renameTeam = (id: string, name: string) =>
  read(
    apiOfBrowser().PATCH('/organization', {
      params: { header: { 'X-Organization-Id': id } },
      body: { name },
    }),
  )

async function newPasskey(person: { token: string; email: string; name: string }) {
  const asked = apiOfBrowser().POST('/invitation/passkey/options', { body: person })
  const response = await createPasskey(await read(asked))
  return { name: browserName(navigator.userAgent), response }
}

/** Joins the team with the account that is signed in. */
export const join = (token: string) => read(api().POST('/me/invitation', { body: { token } }))

export const openTeam = (id: string): void => location.assign(addressOfTeam(id))
