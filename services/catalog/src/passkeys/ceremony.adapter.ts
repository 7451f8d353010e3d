import { randomBytes } from 'node:crypto'
import type { NewPasskey } from '@fingerpost/protos/catalog/v1/invitation'
import type { PasskeyOptions } from '@fingerpost/protos/catalog/v1/passkey'
import type { PasskeyRow } from '../catalog.schema.ts'
import type { Ceremony, Challenges } from './challenge.cache.ts'
import { invalidChallenge, invalidPasskey, nameOf, type Site, siteOf } from './passkey.rules.ts'
import { challengeOf, checkRegistration, registrationOptions } from './webauthn.adapter.ts'

const HANDLE_BYTES = 32

/** Stands for the id of a person whose account is created with the passkey. */
export const NEW_PERSON = 0

/** WebAuthn ceremonies: each begins with a challenge, which its response uses up. */
export const ceremonies = (challenges: Challenges) => {
  /** Uses up the challenge of a response. Throws invalid_challenge, or what `refuse` makes. */
  async function take<K extends Ceremony['kind']>(
    kind: K,
    response: string,
    refuse: (cause: unknown) => Error,
  ) {
    const challenge = await orRefuse(() => challengeOf(response), refuse)
    const ceremony = await challenges.take(challenge)
    if (ceremony?.kind !== kind) throw invalidChallenge()
    return { challenge, ceremony: ceremony as Extract<Ceremony, { kind: K }> }
  }

  return {
    take,

    /** Begins the registration of a passkey for a person with these passkeys. */
    async begin(
      site: Site,
      { id: userId, ...person }: { id: number; name: string; email: string },
      known: PasskeyRow[],
    ): Promise<PasskeyOptions> {
      const handle = known[0]?.user_handle ?? randomBytes(HANDLE_BYTES)
      const userHandle = handle.toString('base64url')
      const challenge = await challenges.create({ kind: 'registration', userId, userHandle })
      return { json: await registrationOptions(site, { ...person, userHandle }, challenge, known) }
    },

    /** The verified passkey. Throws invalid, invalid_passkey and forbidden invalid_challenge. */
    async finish(userId: number, { origin, name: given, response }: NewPasskey) {
      const name = nameOf(given)
      const { challenge, ceremony } = await take('registration', response, invalidPasskey)
      if (ceremony.userId !== userId) throw invalidChallenge()
      const made = await orRefuse(
        () => checkRegistration(siteOf(origin), response, challenge),
        invalidPasskey,
      )
      return { ...made, name, user_handle: Buffer.from(ceremony.userHandle, 'base64url') }
    },
  }
}

/** Returns what `check` returns; throws what `refuse` makes of its error. */
export async function orRefuse<T>(
  check: () => T | Promise<T>,
  refuse: (cause: unknown) => Error,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw refuse(error)
  }
}
