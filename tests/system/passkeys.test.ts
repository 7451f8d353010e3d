import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Me, newMember, openBrowser } from '../people.ts'
import { admin, stack } from '../stack.ts'
import { type Customer, expectProblem, newTeam } from '../teams.ts'

/** Browsers offer passkeys at host names only, so the tests use the name of this machine. */
const ORIGIN = new URL(stack.url).origin

interface Passkey {
  id: number
  name: string
}
type Creation = Parameters<ReturnType<typeof createAuthenticator>['create']>[0]
type Request = Parameters<ReturnType<typeof createAuthenticator>['get']>[0]

let api: Customer

beforeAll(async () => {
  ;({ api } = await newTeam('Passkeys'))
})

async function withPasskey() {
  const member = await newMember(api, 'editor')
  const authenticator = createAuthenticator()
  const options = await member.api<Creation>('POST', '/me/passkey/options')
  expect(options.status, JSON.stringify(options.body)).toBe(201)
  const body = { name: 'Phone', response: authenticator.create(options.body, ORIGIN) }
  const passkey = await member.api<Passkey>('POST', '/me/passkey', body)
  expect(passkey.status, JSON.stringify(passkey.body)).toBe(201)
  return { ...member, authenticator, passkey: passkey.body }
}

/** A response of this authenticator to new options. */
async function answer(authenticator: ReturnType<typeof createAuthenticator>) {
  const { body } = await openBrowser().api<Request>('POST', '/session/passkey/options')
  return { response: authenticator.get(body, ORIGIN) }
}

describe('a sign-in by passkey', () => {
  it('needs no email address, and starts a session of its own', async () => {
    const { id, authenticator, cookies } = await withPasskey()
    const browser = openBrowser()
    // Session fixation: the browser has a session that somebody else put there.
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    const before = [...cookies.values()]

    const made = await browser.api<Me>('POST', '/session/passkey', await answer(authenticator))
    expect(made).toMatchObject({ status: 201, body: { id } })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const [session = ''] = made.headers.getSetCookie()
    expect(session).toMatch(/; HttpOnly; SameSite=Lax/)
    expect(before.some((it) => session.includes(it))).toBe(false)
    expect((await browser.api('GET', '/me')).body).toMatchObject({ id })
  })

  it('works once with each response', async () => {
    const { authenticator } = await withPasskey()
    const body = await answer(authenticator)
    expect((await openBrowser().api('POST', '/session/passkey', body)).status).toBe(201)
    const replayed = await openBrowser().api('POST', '/session/passkey', body)
    expectProblem(replayed, [403, 'invalid_challenge'])
    expect(replayed.headers.getSetCookie()).toEqual([])
  })

  it.each([[{ origin: 'https://evil.example' }], [{ origin: 'null' }]])(
    'is refused from a page of another origin: %j',
    async (headers) => {
      const { authenticator } = await withPasskey()
      const body = await answer(authenticator)
      for (const path of ['/session/passkey', '/session/passkey/options']) {
        const { api: browser } = openBrowser()
        const given = path.endsWith('s') ? undefined : body
        expectProblem(await browser('POST', path, given, headers), [403, 'foreign_origin'])
      }
    },
  )

  it('is refused without an origin, which every browser sends', async () => {
    const program = await fetch(`${stack.url}/api/session/passkey/options`, { method: 'POST' })
    expect([program.status, (await program.json()).code]).toEqual([403, 'foreign_origin'])
  })

  it('is refused for a disabled person', async () => {
    const { authenticator, email } = await withPasskey()
    await admin('user', 'disable', email)
    const refused = await openBrowser().api('POST', '/session/passkey', await answer(authenticator))
    expectProblem(refused, [401, 'unknown_passkey'])
  })

  it('reports all errors of its body', async () => {
    const response = { id: '?', rawId: 'a', type: 'password', response: { clientDataJSON: 1 } }
    const refused = await openBrowser().api('POST', '/session/passkey', { response })
    expectProblem(refused, [
      400,
      'invalid_request',
      [
        'response.id',
        'response.response.authenticatorData',
        'response.response.clientDataJSON',
        'response.response.signature',
        'response.type',
      ],
    ])
  })
})

it('passkeys are listed, renamed and removed by their person only', async () => {
  const { api: browser, passkey, authenticator } = await withPasskey()
  const path = `/me/passkey/${passkey.id}`
  const stranger = await newMember(api, 'owner')
  expectProblem(await stranger.api('PUT', path, { name: 'Mine' }), [404, 'not_found'])
  expectProblem(await stranger.api('DELETE', path), [404, 'not_found'])
  expect((await stranger.api('GET', '/me/passkey')).body).toEqual({ items: [], total: 0 })

  expect((await browser('PUT', path, { name: 'Laptop' })).body).toMatchObject({ name: 'Laptop' })
  expectProblem(await browser('PUT', path, { name: ' ' }), [400, 'invalid_request', ['name']])
  expect((await browser<{ items: Passkey[] }>('GET', '/me/passkey')).body.items).toMatchObject([
    { id: passkey.id, name: 'Laptop', host: new URL(stack.url).hostname },
  ])
  expect((await browser('DELETE', path)).body).toEqual({ id: passkey.id, deleted: true })
  const refused = await openBrowser().api('POST', '/session/passkey', await answer(authenticator))
  expectProblem(refused, [401, 'unknown_passkey'])
})
