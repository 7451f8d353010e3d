import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { text } from '#messages/account.ts'
import { api, apiOfBrowser } from './client.ts'
import type { Me } from './me.ts'
import { pageError, read } from './problem.ts'
import { beginOwn } from './session.ts'

// Loaded when it is needed: most sign-ins are by password.
const webauthn = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys for this address; it has none for an IP address. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Signs in with a passkey that the person chooses. Throws a ProblemError. */
export async function signInByPasskey(): Promise<Me> {
  const [{ startAuthentication }, options] = await Promise.all([
    webauthn(),
    read(apiOfBrowser().POST('/session/passkey/options')),
  ])
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(refused)
  const answer = { id, rawId, type, response: { ...response } }
  const me = await read(apiOfBrowser().POST('/session/passkey', { body: { response: answer } }))
  beginOwn()
  return me
}

/** Adds a passkey to the account of the signed-in person. Throws a ProblemError. */
export async function addPasskey(name: string) {
  const options = await read(api().POST('/me/passkey/options'))
  const response = await createPasskey(options)
  return read(api().POST('/me/passkey', { body: { name, response } }))
}

/** Has the browser create a passkey. Throws a ProblemError. */
export async function createPasskey(options: object) {
  const { startRegistration } = await webauthn()
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(refused)
  return { id, rawId, type, response: { ...response } }
}

/** For an error of the browser, which does not say whether the person cancelled. */
function refused(error: Error): never {
  if (error.name === 'InvalidStateError') {
    throw pageError('passkey_exists', text.passkeyExists)
  }
  throw pageError('no_passkey', text.noPasskey)
}
