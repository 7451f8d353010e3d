import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copy, canCopy, startCopy } from '../copies.ts'
import { invite, type Me, newEmail, newMember, openBrowser, PASSWORD } from '../people.ts'
import { type Account, CLIENT, openProvider, signInAt } from '../provider.ts'
import { admin } from '../stack.ts'
import { type Customer, expectProblem, newTeam, unique } from '../teams.ts'

const CALLBACK = '/app/sso/callback'

describe.runIf(canCopy())('single sign-on', () => {
  let provider: Awaited<ReturnType<typeof openProvider>>
  let gateway: Copy
  let team: Customer
  beforeAll(async () => {
    provider = await openProvider()
    gateway = await startCopy('gateway', {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      PASSWORD_SIGN_IN: 'false',
    })
    provider.register(`${gateway.url}${CALLBACK}`)
    ;({ api: team } = await newTeam('Single sign-on'))
  })
  afterAll(async () => {
    await gateway?.close()
    await provider?.stop()
  })

  type Browser = ReturnType<typeof openBrowser>

  /** A person at the provider; by default of the allowed domain. */
  function newAccount(own: Partial<Account> = {}): Account {
    const sub = unique('subject')
    const email = `${sub}@trusted.example`
    const account = { sub, email, email_verified: true, name: 'Jana', ...own }
    provider.accounts.set(sub, account)
    return account
  }
  const start = (browser: Browser, body: object = {}) =>
    browser.api<{ url: string }>('POST', '/session/sso', body)
  /** Signs in at the provider, and returns the address to which it sends the browser. */
  async function authorize(browser: Browser, { sub }: Account, body: object = {}) {
    const { status, body: started } = await start(browser, body)
    expect(status, JSON.stringify(started)).toBe(201)
    return signInAt(started.url, sub, gateway.url)
  }
  async function signIn(account: Account, body: object = {}, browser = openBrowser(gateway.url)) {
    const answer = await browser.open(await authorize(browser, account, body))
    return { ...browser, answer }
  }

  /** Expects a page that says what to do, no session, and a line of the log with the reason. */
  async function expectRefusal(
    { cookies }: Browser,
    answer: Response,
    [status, code, text]: [status: number, code: string, text: string],
  ) {
    const page = await answer.text()
    expect([answer.status, page.replaceAll('&#39;', "'")]).toEqual([
      status,
      expect.stringContaining(text),
    ])
    expect([...cookies.keys()]).not.toContain('fingerpost')
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(page).toContain(requestId)
    return vi.waitFor(() => {
      const lines = gateway.log().split('\n')
      const line = lines.find((it) => it.includes(requestId) && it.includes('single sign-on'))
      const { reason, ...fields } = JSON.parse(line ?? '{}')
      expect(fields).toMatchObject({ code, requestId })
      return reason as string
    })
  }

  it('is offered while the provider is down, says so, and works once it is back', async () => {
    const browser = openBrowser(gateway.url)
    const methods = await browser.api('GET', '/session/methods')
    const { host } = new URL(provider.issuer)
    expect(methods.body).toEqual({ password: false, passkey: true, sso: { name: host } })

    await provider.stop()
    const refused = await start(browser)
    expectProblem(refused, [503, 'unavailable'])
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('identity provider') })
    expect((await browser.open(`${gateway.url}/healthz`)).status).toBe(200)
    await provider.restart()
    expect((await start(browser)).status).toBe(201)

    const callback = await authorize(browser, newAccount())
    await provider.stop()
    const answer = await browser.open(callback)
    await provider.restart()
    await expectRefusal(browser, answer, [503, 'unavailable', 'Try again in a moment.'])
  })

  it('creates an account, returns to the page, and finds the account again', async () => {
    const account = newAccount()
    const first = await signIn(account, { return_to: '/app/links?page=2' })
    expect([first.answer.status, first.answer.headers.get('location')]).toEqual([
      303,
      '/app/links?page=2',
    ])
    const me = await first.api<Me>('GET', '/me')
    expect(me.body).toMatchObject({
      email: account.email,
      has_password: false,
      organizations: [{ role: 'viewer' }],
    })

    provider.accounts.set(account.sub, { sub: account.sub })
    const again = await signIn(account)
    expect(again.answer.headers.get('location')).toBe('/app/')
    expect((await again.api<Me>('GET', '/me')).body.id).toBe(me.body.id)
    expect(again.cookies.get('fingerpost')).not.toBe(first.cookies.get('fingerpost'))
  })

  it('accepts an invitation, also by its link', async () => {
    const email = newEmail()
    await invite(team, 'editor', email)
    const named = await signIn(newAccount({ email }))
    expect((await named.api<Me>('GET', '/me')).body.organizations).toMatchObject([
      { role: 'editor' },
    ])

    const { token } = await invite(team, 'viewer')
    const linked = await signIn(newAccount({ email: newEmail() }), { invitation: token })
    expect(linked.answer.status).toBe(303)
  })

  it.each([
    ['nonce', 'ID Token "nonce"'],
    ['code_challenge', 'grant request is invalid'],
  ])('refuses the answer to a request with another %s', async (name, reason) => {
    const browser = openBrowser(gateway.url)
    const url = new URL((await start(browser)).body.url)
    url.searchParams.set(name, 'x'.repeat(43))
    const callback = await signInAt(url.href, newAccount().sub, gateway.url)
    const answer = await browser.open(callback)

    const logged = await expectRefusal(browser, answer, [403, 'sso_refused', 'Sign in again'])
    expect(logged).toContain(reason)
  })

  it.each([
    ['iss', 'https://evil.example', 'iss'],
    ['state', 'x'.repeat(43), 'state'],
  ])('refuses an answer with another %s', async (name, value, reason) => {
    const browser = openBrowser(gateway.url)
    const callback = await authorize(browser, newAccount())
    callback.searchParams.set(name, value)
    const answer = await browser.open(callback)
    const logged = await expectRefusal(browser, answer, [403, 'sso_refused', 'Sign in again'])
    expect(logged).toContain(reason)
  })

  it('refuses an ID token of another issuer', async () => {
    const browser = openBrowser(gateway.url)
    const callback = await authorize(browser, newAccount())
    provider.tokenIssuer = 'https://evil.example'
    const answer = await browser.open(callback)
    provider.tokenIssuer = provider.issuer
    const logged = await expectRefusal(browser, answer, [403, 'sso_refused', 'Sign in again'])
    expect(logged).toContain('"iss"')
  })

  it('refuses what the provider refuses', async () => {
    const browser = openBrowser(gateway.url)
    const callback = await authorize(browser, newAccount())
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'access_denied')
    const answer = await browser.open(callback)
    const logged = await expectRefusal(browser, answer, [403, 'sso_refused', 'Sign in again'])
    expect(logged).toContain('access_denied')
  })

  it('ends in the browser that started it, once', async () => {
    const browser = openBrowser(gateway.url)
    const callback = await authorize(browser, newAccount())
    const before = new Map(browser.cookies)
    const other = openBrowser(gateway.url)
    await start(other)
    for (const stranger of [openBrowser(gateway.url), other]) {
      const answer = await stranger.open(callback)
      const code = stranger === other ? 'sso_refused' : 'sso_expired'
      await expectRefusal(stranger, answer, [403, code, 'Sign in again'])
    }

    expect((await browser.open(callback)).status).toBe(303)
    const replay = openBrowser(gateway.url)
    for (const [name, value] of before) replay.cookies.set(name, value)
    await expectRefusal(replay, await replay.open(callback), [403, 'sso_expired', 'Sign in again'])
  })

  it('does not accept a code in a sign-in of another browser', async () => {
    const [victim, attacker] = [openBrowser(gateway.url), openBrowser(gateway.url)]
    const stolen = await authorize(victim, newAccount())
    const own = await authorize(attacker, newAccount())
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const answer = await attacker.open(own)
    await expectRefusal(attacker, answer, [403, 'sso_refused', 'Sign in again'])
  })

  it.each([
    ['an unverified email address', { email_verified: false }, 'email_not_verified'],
    ['an address without an invitation', { email: newEmail() }, 'not_invited'],
  ])('refuses %s', async (_, own, code) => {
    const { answer, ...browser } = await signIn(newAccount(own))
    const text = code === 'not_invited' ? 'Ask a member of a team' : 'Confirm it there'
    await expectRefusal(browser, answer, [403, code, text])
  })

  it('does not open the account of another person with the same email address', async () => {
    const member = await newMember(team, 'admin')
    const account = newAccount({ email: member.email })
    const { answer, ...browser } = await signIn(account)
    await expectRefusal(browser, answer, [409, 'account_exists', 'in the way you did before'])

    const stranger = await newTeam('Stranger')
    const { token: invitation } = await invite(stranger.api, 'viewer', member.email)
    const invited = await signIn(account, { invitation })
    await expectRefusal(invited, invited.answer, [409, 'account_exists', 'in the way'])
    expect((await member.api('GET', '/me')).status).toBe(200)
  })

  it('refuses a disabled person', async () => {
    const account = newAccount()
    await signIn(account)
    await admin('user', 'disable', account.email ?? '')
    const { answer, ...browser } = await signIn(account)
    await expectRefusal(browser, answer, [403, 'account_disabled', 'Ask the operator'])
  })

  it.each([
    'https://evil.example/',
    '//evil.example/app/',
    '/\\evil.example/app/',
    '/app/../api/link',
    '/elsewhere',
  ])('does not return to %s', async (return_to) => {
    const answer = await start(openBrowser(gateway.url), { return_to })
    expectProblem(answer, [400, 'invalid_request', ['return_to']])
  })

  it('is started only by a page of the instance', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await openBrowser(gateway.url).api('POST', '/session/sso', {}, { origin })
      expectProblem(answer, [403, 'foreign_origin'])
    }
  })

  it('replaces passwords with PASSWORD_SIGN_IN off, except for the operator', async () => {
    const email = newEmail()
    const { password_token: token } = await admin<{ password_token: string }>(
      'user',
      'create',
      email,
      '--name',
      'Jana',
    )
    const { token: invitation } = await invite(team, 'viewer')
    const { api } = openBrowser(gateway.url)
    for (const [path, body] of [
      ['/session', { email, password: PASSWORD }],
      ['/password-reset', { token, password: PASSWORD }],
      ['/invitation/accept', { token: invitation, email, name: 'Jana', password: PASSWORD }],
    ] as const) {
      expectProblem(await api('POST', path, body), [403, 'passwords_disabled'])
    }
    const person = { token: invitation, email: newEmail(), name: 'Mira' }
    expectProblem(await api('POST', '/invitation/accept', person), [
      400,
      'invalid_request',
      ['password'],
    ])
    type Creation = Parameters<ReturnType<typeof createAuthenticator>['create']>[0]
    // Browsers offer passkeys at host names only.
    const named = gateway.url.replace('127.0.0.1', 'localhost')
    const browser = openBrowser(named)
    const options = await browser.api<Creation>('POST', '/invitation/passkey/options', person)
    expect(options.status, JSON.stringify(options.body)).toBe(201)
    const { origin } = new URL(named)
    const response = createAuthenticator().create(options.body, origin)
    const account = { ...person, passkey: { name: 'Phone', response } }
    const accepted = await browser.api('POST', '/invitation/accept', account)
    expect(accepted).toMatchObject({ status: 201, body: { has_password: false } })
    const { api: session } = await signIn(newAccount())
    const change = { current_password: PASSWORD, password: PASSWORD }
    expectProblem(await session('POST', '/me/password', change), [403, 'passwords_disabled'])
    expect(await admin('user', 'reset', email)).toMatchObject({ email })
  })
})
