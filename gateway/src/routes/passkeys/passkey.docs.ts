import type { Operations } from '../../schema/operation.schema.ts'
import { ME_EXAMPLE } from '../people/person.docs.ts'

const PASSKEY = {
  id: 3,
  name: 'Phone',
  host: 'links.example.com',
  backed_up: true,
  created_at: '2026-11-01T08:00:00.000Z',
  used_at: null,
}
const challenge = 'pQ7H0m3kqV0b1nG9yTzXw8sJ2fLc5dRe6uAi4oEx7aM'
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'
const credential = { id: 'kV0b1nG9', rawId: 'kV0b1nG9', type: 'public-key' }
export const CREATION_OPTIONS = {
  challenge,
  rp: { id: 'links.example.com', name: 'Fingerpost' },
  user: { id: 'q1w2e3r4', name: 'jana@example.com', displayName: 'Jana' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
}
const tag = 'Passkeys'

export const passkeyDocs: Operations = {
  'POST /session/passkey/options': {
    id: 'beginSignInByPasskey',
    summary: 'Begin a sign-in by passkey',
    description:
      'Options for `navigator.credentials.get()`. Their challenge is valid once, for five minutes. No email address is needed: the browser offers the passkeys of this host. Needs the header `Origin` of a page of this instance.',
    tag,
    answer: {
      challenge,
      rpId: 'links.example.com',
      timeout: 300_000,
      userVerification: 'required',
    },
    problems: ['passkeys_need_host_name', 'foreign_origin'],
  },
  'POST /session/passkey': {
    id: 'signInByPasskey',
    summary: 'Sign in by passkey',
    description: 'Starts a session as signing in by password does.',
    tag,
    request: {
      response: {
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: 'SZYN5YgO',
          signature: 'MEUCIQDx',
          userHandle: 'q1w2e3r4',
        },
      },
    },
    answer: ME_EXAMPLE,
    problems: ['unknown_passkey', 'invalid_challenge', 'passkeys_need_host_name', 'foreign_origin'],
  },
  'GET /me/passkey': {
    id: 'listPasskeys',
    summary: 'List your passkeys',
    description: 'Oldest first. A passkey works at its `host` only.',
    tag,
    answer: { items: [PASSKEY], total: 1 },
  },
  'POST /me/passkey/options': {
    id: 'beginPasskey',
    summary: 'Begin adding a passkey',
    description:
      'Options for `navigator.credentials.create()`. Their challenge is valid once, for five minutes.',
    tag,
    answer: CREATION_OPTIONS,
    problems: ['quota_exceeded', 'passkeys_need_host_name'],
  },
  'POST /me/passkey': {
    id: 'createPasskey',
    summary: 'Add a passkey',
    description: 'An account can have 20 passkeys.',
    tag,
    request: {
      name: 'Phone',
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject: 'o2NmbXRk', transports: ['internal'] },
      },
    },
    answer: PASSKEY,
    problems: [
      'invalid_passkey',
      'invalid_challenge',
      'passkey_exists',
      'quota_exceeded',
      'passkeys_need_host_name',
    ],
  },
  'PUT /me/passkey/{id}': {
    id: 'updatePasskey',
    summary: 'Rename a passkey',
    tag,
    request: { name: 'Phone' },
    answer: PASSKEY,
  },
  'DELETE /me/passkey/{id}': {
    id: 'deletePasskey',
    summary: 'Remove a passkey',
    description:
      'It no longer signs in; sessions that it started continue. The only way in which you can sign in cannot be removed.',
    tag,
    answer: { id: 3, deleted: true },
    problems: ['last_sign_in'],
  },
}
