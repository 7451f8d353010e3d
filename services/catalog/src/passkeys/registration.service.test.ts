import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { afterAll, describe, expect, it } from 'vitest'
import { ORIGIN, startPasskeys, USED } from '../testing/passkeys.ts'

const INVALID = { kind: 'invalid', code: 'invalid_passkey' }

const stand = await startPasskeys()
const { newPerson, beginRegistration, beginSignIn, register, withPasskey } = stand
afterAll(() => stand.catalog.close())

describe('registering a passkey', () => {
  it.each([
    ['of another origin', 'https://evil.example', {}],
    ['for another host', ORIGIN, { host: 'evil.example' }],
    ['without user verification', ORIGIN, { verified: false }],
  ])('is rejected with a response %s', async (_, origin, deviation) => {
    const { id } = await newPerson()
    const options = await beginRegistration(id)
    const response = createAuthenticator().create(options, origin, deviation)
    await expect(register(id, response)).rejects.toMatchObject(INVALID)
    await expect(register(id, response)).rejects.toMatchObject(USED)
  })

  it('is rejected with a challenge of another person', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const response = createAuthenticator().create(await beginRegistration(one.id), ORIGIN)
    await expect(register(other.id, response)).rejects.toMatchObject(USED)
  })

  it('is rejected for the passkey of another person', async () => {
    const { authenticator } = await withPasskey()
    const thief = await newPerson()
    const response = authenticator.create(await beginRegistration(thief.id), ORIGIN)
    await expect(register(thief.id, response)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'passkey_exists',
    })
  })

  it('ignores attestations', async () => {
    const { id } = await newPerson()
    const options = await beginRegistration(id)
    const response = createAuthenticator().create(options, ORIGIN, { attestation: 'tpm' })
    expect((await register(id, response)).name).toBe('Key')
  })

  it('offers the same account to a second passkey, and excludes the first', async () => {
    const { id, authenticator } = await withPasskey()
    const first = await beginRegistration(id)
    expect(first.excludeCredentials).toMatchObject([{ id: authenticator.id, type: 'public-key' }])
    expect((await beginRegistration(id)).user.id).toBe(first.user.id)
    const elsewhere = await beginRegistration(id, 'http://localhost:8080')
    expect(elsewhere).toMatchObject({ rp: { id: 'localhost' }, excludeCredentials: [] })
  })

  it.each(['http://127.0.0.1:8080', 'http://[::1]:8080', 'https://192.168.1.5'])(
    'is rejected at %s',
    async (origin) => {
      await expect(beginSignIn(origin)).rejects.toMatchObject({ code: 'passkeys_need_host_name' })
    },
  )

  it('is limited to twenty', async () => {
    const { id } = await newPerson()
    for (let i = 0; i < 20; i++) {
      await register(id, createAuthenticator().create(await beginRegistration(id), ORIGIN))
    }
    await expect(beginRegistration(id)).rejects.toMatchObject({ code: 'quota_exceeded' })
  })
})
