import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '../catalog.schema.ts'
import { CHALLENGE_MS } from './challenge.cache.ts'
import type { Site } from './passkey.rules.ts'

/** Ed25519, ES256 and RS256, the algorithms that every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS_MAX = 8

// Loaded with the first ceremony: most instances start without one.
const webauthn = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Options for a new passkey, as JSON. The browser asks for a PIN, a fingerprint or the like. */
export async function registrationOptions(
  { host }: Site,
  person: { email: string; name: string; userHandle: string },
  challenge: string,
  known: readonly PasskeyRow[],
): Promise<string> {
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: 'Fingerpost',
    rpID: host,
    userName: person.email,
    userDisplayName: person.name,
    userID: bytesOf(person.userHandle),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    excludeCredentials: known
      .filter((it) => it.host === host)
      .map(({ credential_id, transports }) => ({ id: textOf(credential_id), transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return JSON.stringify(options)
}

/** Options for a sign-in with any passkey of this host, as JSON. */
export const signInOptions = async ({ host }: Site, challenge: string): Promise<string> =>
  JSON.stringify(
    await (await webauthn()).generateAuthenticationOptions({
      rpID: host,
      challenge: bytesOf(challenge),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    }),
  )

/** The challenge that a response answers. Throws if it cannot be read. */
export function challengeOf(response: string): string {
  const { clientDataJSON } = JSON.parse(response).response
  return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge)
}

/**
 * The passkey of a registration response. Throws an error that says what is wrong with it. The
 * attestation is ignored: verifying it would request URLs from its certificates.
 */
export async function checkRegistration({ origin, host }: Site, text: string, challenge: string) {
  const { isoCBOR, decodeAttestationObject } = await helpers()
  const given = JSON.parse(text) as RegistrationResponseJSON
  const attested = decodeAttestationObject(bytesOf(given.response.attestationObject))
  const parts: [string, string | Map<string, string> | Uint8Array][] = [
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', attested.get('authData')],
  ]
  const attestationObject = textOf(isoCBOR.encode(new Map(parts)))
  const { verified, registrationInfo } = await (await webauthn()).verifyRegistrationResponse({
    response: { ...given, response: { ...given.response, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('The registration response is not valid')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    host,
    credential_id: Buffer.from(bytesOf(credential.id)),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (given.response.transports ?? []).slice(0, TRANSPORTS_MAX),
    backed_up: credentialBackedUp,
  }
}

/** The credential that signed a sign-in response. Throws if it cannot be read. */
export const credentialIdOf = (response: string): Buffer =>
  Buffer.from(String(JSON.parse(response).id), 'base64url')

/** Verifies a sign-in response by this passkey. Throws an error that says what is wrong with it. */
export async function checkSignIn(
  { origin, host }: Site,
  text: string,
  challenge: string,
  passkey: PasskeyRow,
): Promise<{ counter: number; backedUp: boolean }> {
  const response = JSON.parse(text) as AuthenticationResponseJSON
  const userHandle = Buffer.from(response.response.userHandle ?? '', 'base64url')
  if (!userHandle.equals(passkey.user_handle)) throw new Error('The user handle is another one')
  const credential: WebAuthnCredential = {
    id: textOf(passkey.credential_id),
    publicKey: new Uint8Array(passkey.public_key),
    counter: passkey.counter,
  }
  const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential,
  })
  if (!verified) throw new Error('The signature is wrong')
  const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
  return { counter, backedUp }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
