import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProvider } from './provider.adapter.ts'

/** What the provider answers, by path. */
const answers = { metadata: {} as object, token: {} as object }
const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(url === '/token' ? answers.token : answers.metadata))
})
let issuer: string
let metadata: Record<string, unknown>

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  }
})
afterAll(() => void server.close())

const CALLBACK = 'http://localhost/app/sso/callback'
const open = () =>
  identityProvider({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'fingerpost', OIDC_CLIENT_SECRET: '' })

it.each([
  ['no address for sign-in', { authorization_endpoint: undefined }],
  ['an address that is no URL', { token_endpoint: 'token' }],
  ['a script as an address', { authorization_endpoint: 'javascript:alert(1)' }],
  ['numbers as addresses', { authorization_endpoint: 5, token_endpoint: 7 }],
])('metadata with %s count as no answer, until they are right', async (_, wrong) => {
  const provider = open()
  answers.metadata = { ...metadata, ...wrong }
  await expect(provider.begin(CALLBACK)).rejects.toMatchObject({ kind: 'unavailable' })
  answers.metadata = metadata
  expect((await provider.begin(CALLBACK)).url).toContain(`${issuer}/authorize?`)
})

describe('the subject of an ID token', () => {
  /** The identity of a sign-in whose ID token has this subject. */
  async function signIn(sub: unknown) {
    answers.metadata = metadata
    const provider = open()
    const { checks } = await provider.begin(CALLBACK)
    const now = Math.floor(Date.now() / 1_000)
    const times = { iat: now, exp: now + 60 }
    const claims = {
      iss: issuer,
      aud: 'fingerpost',
      sub,
      nonce: checks.nonce,
      email: 'a@b.example',
    }
    const parts = [{ alg: 'RS256' }, { ...claims, ...times }].map((it) => JSON.stringify(it))
    // The token comes from the provider itself, so its signature is not read.
    const id_token = [...parts, 'signature'].map((it) => Buffer.from(it).toString('base64url'))
    answers.token = { access_token: 'a', token_type: 'Bearer', id_token: id_token.join('.') }
    return provider.finish(new URL(`${CALLBACK}?code=c&state=${checks.state}`), checks)
  }

  it.each(['7', 'Jana Nováková', 'x'.repeat(255)])('can be %s', async (sub) => {
    expect(await signIn(sub)).toMatchObject({ issuer, subject: sub })
  })

  it.each(['', ' ', '\u0000', 'a\u0000', '\ud800', 'x'.repeat(256)])(
    'cannot be %j, which can be that of several people or of none',
    async (sub) => {
      await expect(signIn(sub)).rejects.toMatchObject({ kind: 'forbidden', code: 'sso_refused' })
    },
  )
})
