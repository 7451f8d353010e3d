import { beforeAll, describe, expect, it, vi } from 'vitest'
import { invite, type Me, newEmail, newMember, openBrowser, PASSWORD, signIn } from '../people.ts'
import { admin, adminProcess, stack } from '../stack.ts'
import { anonymous, type Customer, expectProblem, newTeam } from '../teams.ts'

let api: Customer
let orgId: string

beforeAll(async () => {
  ;({ api, orgId } = await newTeam('People'))
})

/** Waits until a session is refused, which takes up to a second. */
const ended = (by: Customer) =>
  vi.waitFor(async () => expectProblem(await by('GET', '/me'), [401, 'invalid_session']), 10_000)

describe('a session', () => {
  it('works in place of an API key, in a cookie that scripts cannot read', async () => {
    const { email, id } = await newMember(api, 'editor')
    const { api: browser, answer } = await signIn(email.toUpperCase())

    expect(answer).toMatchObject({ status: 201, body: { id, email } })
    const cookies = answer.headers.getSetCookie()
    expect(cookies.length).toBe(2)
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^(__Host-)?fingerpost(-known)?=[\w-]+; .*Path=\/; HttpOnly; SameSite=Lax/,
      )
      expect(cookie.startsWith('__Host-')).toBe(cookie.endsWith('; Secure'))
    }
    expect((await browser('GET', '/organization')).body).toMatchObject({ id: orgId })
    const made = await browser<{ user_id: string }>('POST', '/tag', { name: 'By session' })
    expect(made.status).toBe(201)
    const profile = { name: ' Jana N. ', time_zone: 'Europe/Prague' }
    expect((await browser('PUT', '/me', profile)).body).toMatchObject({
      name: 'Jana N.',
      time_zone: 'Europe/Prague',
    })
    expectProblem(await browser('PUT', '/me', { time_zone: 'Moon' }), [
      400,
      'invalid_request',
      ['time_zone'],
    ])
  })

  it('is a new one after each sign-in, whatever cookie the browser had', async () => {
    const { email, cookies } = await newMember(api, 'viewer')
    const before = [...cookies.values()]
    const again = await signIn(email, PASSWORD, openBrowser())
    expect([...again.cookies.values()].filter((it) => before.includes(it))).toHaveLength(1)
  })

  it('is not accepted together with an API key', async () => {
    const { api: browser } = await newMember(api, 'viewer')
    const answer = await browser('GET', '/link', undefined, { 'x-api-key': stack.apiKey })
    expectProblem(answer, [400, 'two_credentials'])
  })

  it.each([
    ['another site', 'https://evil.example'],
    ['a page without origin', 'null'],
    ['another port', 'http://localhost:1'],
  ])('changes nothing from %s', async (_, origin) => {
    const { api: browser } = await newMember(api, 'editor')
    const answer = await browser('POST', '/tag', { name: 'Forged' }, { origin })
    expectProblem(answer, [403, 'foreign_origin'])
    expect((await browser('GET', '/tag', undefined, { origin })).status).toBe(200)
    const login = { email: newEmail(), password: PASSWORD }
    expectProblem(await openBrowser().api('POST', '/session', login, { origin }), [
      403,
      'foreign_origin',
    ])
  })

  it('ends with sign-out', async () => {
    const { email } = await newMember(api, 'viewer')
    const { api: browser, cookies } = await signIn(email)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await browser('DELETE', '/session')).body).toEqual({ ended: true })

    expectProblem(await browser('GET', '/me'), [401, 'missing_api_key'])
    await ended((method, path) => openBrowser().api(method, path, undefined, { cookie }))
  })

  it('is listed, and ends alone or with all others', async () => {
    const { email, api: first } = await newMember(api, 'viewer')
    const { api: second } = await signIn(email)
    const { api: third } = await signIn(email)
    interface Session {
      id: number
      current: boolean
    }
    const { items } = (await third<{ items: Session[] }>('GET', '/me/session')).body
    expect(items.map(({ current }) => current)).toEqual([true, false, false])

    const path = `/me/session/${items[1]?.id}`
    expectProblem(await (await newMember(api, 'viewer')).api('DELETE', path), [404, 'not_found'])
    expect((await third('DELETE', path)).status).toBe(200)
    await ended(second)
    expect((await first('GET', '/me')).status).toBe(200)
    expect((await third('DELETE', '/me/session')).body).toEqual({ ended: true })
    await ended(first)
  })

  it('ends when the password changes, and the new password counts', async () => {
    const { email, api: first } = await newMember(api, 'viewer')
    const { api: second } = await signIn(email)
    const change = { current_password: 'wrong', password: 'another long password' }
    expectProblem(await second('POST', '/me/password', change), [
      403,
      'invalid_password',
      ['current_password'],
    ])
    const right = { ...change, current_password: PASSWORD }
    expectProblem(await second('POST', '/me/password', { ...right, password: 'short' }), [
      400,
      'invalid_request',
      ['password'],
    ])
    expect((await second('POST', '/me/password', right)).status).toBe(201)

    await ended(first)
    expect((await second('GET', '/me')).status).toBe(200)
    expectProblem((await signIn(email)).answer, [401, 'invalid_credentials'])
    expect((await signIn(email, 'another long password')).answer.status).toBe(201)
  })

  it('is needed for what concerns a person', async () => {
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/me/session'],
      ['DELETE', '/session'],
    ] as const) {
      expectProblem(await api(method, path), [403, 'session_required'])
    }
  })
})

describe('sign-in', () => {
  it('answers an unknown email address like a wrong password', async () => {
    const { email } = await newMember(api, 'viewer')
    const unknown = (await signIn(newEmail())).answer
    const wrong = (await signIn(email, 'a wrong password')).answer

    expectProblem(unknown, [401, 'invalid_credentials'])
    expect(anonymous(unknown)).toEqual(anonymous(wrong))
    expect(unknown.headers.getSetCookie()).toEqual([])
  })

  it('is limited per account, but not in the browser that its person has used', async () => {
    const { email, ...known } = await newMember(api, 'viewer')
    const guess = async () => (await signIn(email, 'a wrong password')).answer.status
    const statuses = await Promise.all(Array.from({ length: 12 }, guess))

    expect(statuses.sort()).toEqual([...Array(10).fill(401), 429, 429])
    await known.api('DELETE', '/session')
    expect((await signIn(email, PASSWORD, known)).answer.status).toBe(201)
  })
})

describe('an invitation', () => {
  const account = (token: string, email = newEmail()) => ({
    token,
    email,
    name: 'Jana',
    password: PASSWORD,
  })
  const preview = (token: string) => openBrowser().api('POST', '/invitation/preview', { token })
  const accept = (body: object) => openBrowser().api<Me>('POST', '/invitation/accept', body)

  it('creates one account with its role', async () => {
    const { token } = await invite(api, 'editor')
    const answers = await Promise.all([accept(account(token)), accept(account(token))])

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    const made = answers.find(({ status }) => status === 201)
    expect(made?.body.organizations).toMatchObject([{ id: orgId, role: 'editor' }])
    expectProblem(await accept(account(token)), [403, 'invalid_invitation'])
  })

  it('for an email address is accepted by its person only', async () => {
    const email = newEmail()
    const { token } = await invite(api, 'viewer', email)
    const shown = await preview(token)
    expect(shown.body).toMatchObject({ organization: { id: orgId }, role: 'viewer', email })

    expectProblem(await accept(account(token)), [403, 'invitation_for_other_email'])
    const stranger = await newMember(api, 'viewer')
    expectProblem(await stranger.api('POST', '/me/invitation', { token }), [
      403,
      'invitation_for_other_email',
    ])
    expect((await accept(account(token, email.toLowerCase()))).status).toBe(201)
    expectProblem(await preview(token), [403, 'invalid_invitation'])
  })

  it('that was withdrawn is invalid, and open ones are listed without their tokens', async () => {
    const { id, token } = await invite(api, 'viewer')
    const list = await api<{ items: { id: number }[] }>('GET', '/invitation')
    expect(list.body.items.map((it) => it.id)).toContain(id)
    expect(JSON.stringify(list.body)).not.toContain(token)

    expect((await api('DELETE', `/invitation/${id}`)).body).toEqual({ id, deleted: true })
    expectProblem(await accept(account(token)), [403, 'invalid_invitation'])
    expectProblem(await api('DELETE', `/invitation/${id}`), [404, 'not_found'])
  })

  it('of a person with an account is joined by session', async () => {
    const { email } = await newMember(api, 'viewer')
    const { token } = await invite((await newTeam('Second')).api, 'viewer')
    expectProblem(await accept(account(token, email)), [409, 'account_exists', ['email']])

    const { api: browser } = await signIn(email)
    const { status, body } = await browser<Me>('POST', '/me/invitation', { token })
    expect([status, body.organizations.length]).toEqual([201, 2])
  })
})

it('a person in two teams acts in the one that each request names', async () => {
  const other = await newTeam('The other team')
  const person = await newMember(api, 'viewer')
  const { token } = await invite(other.api, 'editor')
  await person.api('POST', '/me/invitation', { token })
  const inTeam =
    (id: string): Customer =>
    (method, path, body) =>
      person.api(method, path, body, { 'x-organization-id': id })
  await vi.waitFor(
    async () => expect((await inTeam(other.orgId)('GET', '/organization')).status).toBe(200),
    10_000,
  )

  const theirs = await inTeam(other.orgId)<{ id: number }>('POST', '/tag', { name: 'Theirs' })
  expect(theirs.status).toBe(201)
  expect((await person.api('GET', '/organization')).body).toMatchObject({ id: orgId })
  expectProblem(await inTeam(orgId)('POST', '/tag', { name: 'x' }), [403, 'insufficient_scope'])
  expectProblem(await inTeam(orgId)('GET', `/tag/${theirs.body.id}`), [404, 'not_found'])
  const stranger = await newTeam('A third team')
  for (const by of [inTeam(stranger.orgId), inTeam('x')]) {
    expectProblem(await by('GET', '/link'), [403, 'not_a_member'])
  }
  expectProblem(await api('GET', '/link', undefined, { 'x-organization-id': other.orgId }), [
    403,
    'not_a_member',
  ])
})

it('the operator creates, resets, disables and enables accounts, and manages members', async () => {
  interface Reset {
    id: number
    password_token: string
  }
  const email = newEmail()
  const made = await adminProcess<Reset>('user', 'create', email, '--name', 'Jana')
  expect(await admin('member', 'add', email, '--org', orgId, '--role', 'admin')).toMatchObject({
    org_id: orgId,
    role: 'admin',
  })
  const set = (token: string, password = PASSWORD) =>
    openBrowser().api('POST', '/password-reset', { token, password })
  expect((await signIn(email)).answer.status).toBe(401)
  const { password_token } = await admin<Reset>('user', 'reset', email)
  expectProblem(await set(made.password_token), [403, 'invalid_token'])
  expect((await set(password_token)).body).toMatchObject({ done: true, first_proof: false })
  expectProblem(await set(password_token), [403, 'invalid_token'])
  const { api: browser } = await signIn(email)
  expect((await browser('GET', '/key')).status).toBe(200)

  await admin('member', 'role', email, '--org', orgId, '--role', 'viewer')
  await vi.waitFor(async () => expect((await browser('GET', '/key')).status).toBe(403), 10_000)
  await admin('user', 'disable', email)
  await ended(browser)
  expect((await signIn(email)).answer.status).toBe(401)
  await admin('user', 'disable', email, '--undo')
  expect((await signIn(email)).answer.status).toBe(201)
  await admin('member', 'remove', email, '--org', orgId)
  const users = await admin<{ email: string }[]>('user', 'list')
  expect(users.find((it) => it.email === email)).toMatchObject({ teams: [], disabled: false })
})
