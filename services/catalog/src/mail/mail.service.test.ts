import { hashToken } from '@fingerpost/kit/secrets/token'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { personRepository } from '../people/person.repository.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'
import { SEND_MS } from './mail.adapter.ts'

const WAIT = { timeout: 30_000 }
let server: Awaited<ReturnType<typeof startMailServer>>
let catalog: TestCatalog

beforeAll(async () => {
  server = await startMailServer()
  catalog = await startTestCatalog({ SMTP_URL: server.url })
})
afterAll(async () => {
  await catalog.close()
  await server.close()
})

const people = () => catalog.client(PeopleService)
const invite = (email: string | undefined, by = catalog) =>
  by.client(InvitationsService).createInvitation({ role: 'editor', email }, { caller: by.mine })

let turn = 0
async function newPerson() {
  const email = `mail-${turn++}@example.com`
  const account = { email, name: 'Jana', password_hash: 'none', verified: true }
  const { id } = await personRepository(catalog.postgres.db).insert(account)
  return { email, id }
}
const sentTo = (email: string) => server.state.received.filter(({ to }) => to === email)
const arrived = (email: string, count = 1) =>
  vi.waitFor(() => {
    const mails = sentTo(email)
    expect(mails).toHaveLength(count)
    return mails[count - 1]?.text ?? ''
  }, WAIT)
const request = (email: string) => people().requestPasswordReset({ email })
/** Makes the last reset of a person look older. */
const age = (id: number, column: 'mailed_at' | 'expires_at', interval: string) =>
  catalog.postgres.db
    .updateTable('password_resets')
    .set({ [column]: sql`${sql.ref(column)} - ${interval}::interval` })
    .where('user_id', '=', id)
    .execute()
const tokenIn = (mail: string) => /password-reset#(\w+)/.exec(mail)?.[1] ?? ''

describe('an invitation with an email address', () => {
  it('is sent as plain text, with the link that accepts it', async () => {
    const { token, mailed } = await invite('New@example.com')
    expect(mailed).toBe(true)
    const mail = await arrived('New@example.com')
    expect(mail).toMatch(/https:\/\/links\.example\/app\/invitation#fpi_/)
    expect(mail).not.toContain(token)
    expect(mail).toMatch(/^Subject: Invitation to a team on Fingerpost\r$/m)
    expect(mail).toMatch(/^From: Fingerpost <fingerpost@links\.example>\r$/m)
    expect(mail).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
  })

  it('is kept when the mail server refuses it', async () => {
    server.state.away = true
    const { token, mailed, invitation } = await invite('refused@example.com')
    server.state.away = false
    expect([mailed, invitation?.email]).toEqual([false, 'refused@example.com'])
    const account = { name: 'Jana', password: 'correct horse battery', user_agent: '' }
    const made = await catalog
      .client(InvitationsService)
      .acceptInvitation({ ...account, token, email: 'refused@example.com' })
    expect(made.person?.email).toBe('refused@example.com')
  })

  it('is sent to an address five times an hour, however often it is created and deleted', async () => {
    const mailed: (boolean | undefined)[] = []
    for (let i = 0; i < 6; i++) {
      const made = await invite(['Often@example.com', 'often+b@example.com'][i % 2])
      mailed.push(made.mailed)
      await catalog
        .client(InvitationsService)
        .deleteInvitation({ id: made.invitation?.id ?? 0 }, { caller: catalog.mine })
    }
    expect(mailed).toEqual([true, true, true, true, true, false])
    expect((await invite('seldom@example.com')).mailed).toBe(true)
  })

  it.each(['a0<box@example.com>', '"0"<box@example.com>', '(0)box@example.com'])(
    'is refused for %s, which is another spelling of an address',
    async (email) => {
      await expect(invite(email)).rejects.toMatchObject({ errors: [{ code: 'invalid_email' }] })
    },
  )

  it('is not sent without an address', async () => {
    expect((await invite(undefined)).mailed).toBeUndefined()
  })
})

describe('a password reset by mail', () => {
  it('sets a password once', async () => {
    const { email, id } = await newPerson()
    await request(email.toUpperCase())
    const token = tokenIn(await arrived(email))
    const set = () => people().resetPassword({ token, password: 'another long password' })
    await set()
    await expect(set()).rejects.toMatchObject({ code: 'invalid_token' })
    expect((await people().getPerson({ user_id: id })).has_password).toBe(true)
  })

  it('expires after an hour', async () => {
    const { email, id } = await newPerson()
    await request(email)
    const token = tokenIn(await arrived(email))
    await age(id, 'expires_at', '1 hour')
    await expect(
      people().resetPassword({ token, password: 'another long password' }),
    ).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('is sent once in ten minutes, and answered alike without an account', async () => {
    const { email, id } = await newPerson()
    const disabled = await newPerson()
    await memberOperator(catalog.postgres.db).disableUser(disabled.email, true)
    const answers = await Promise.all(
      [email, email, disabled.email, 'unknown@example.com'].map(request),
    )
    expect(answers).toEqual([{}, {}, {}, {}])
    const first = tokenIn(await arrived(email))

    await age(id, 'mailed_at', '11 minutes')
    await request(email)
    const second = tokenIn(await arrived(email, 2))
    expect(await personRepository(catalog.postgres.db).findReset(hashToken(first))).toBeUndefined()
    expect(await personRepository(catalog.postgres.db).findReset(hashToken(second))).toBe(id)
    expect(sentTo(disabled.email)).toEqual([])
    expect(sentTo('unknown@example.com')).toEqual([])
  })

  it('can be requested again at once if the mail server refused it', async () => {
    const { email, id } = await newPerson()
    server.state.away = true
    await request(email)
    const resets = () =>
      catalog.postgres.db.selectFrom('password_resets').where('user_id', '=', id).select('user_id')
    // The refused token is removed after it was stored, so wait for a whole round.
    await vi.waitFor(async () => {
      await request(email)
      expect(await resets().execute()).toEqual([])
    }, WAIT)
    server.state.away = false
    await vi.waitFor(async () => {
      await request(email)
      expect(sentTo(email).length).toBeGreaterThan(0)
    }, WAIT)
  })
})

it('a reset is valid and sent once, however long the mail server takes to accept it', async () => {
  const { email } = await newPerson()
  server.state.scanMs = SEND_MS + 500
  await request(email)
  const token = tokenIn(await arrived(email))
  await vi.waitFor(() => expect(server.state.accepted).toContain(email), WAIT)
  server.state.scanMs = 0
  // Answered after what the acceptance of the first mail leads to.
  await request(email)
  await people().resetPassword({ token, password: 'another long password' })
  expect(sentTo(email)).toHaveLength(1)
})

it('a token of the operator stays valid when a reset is requested by mail, until one is used', async () => {
  const { email, id } = await newPerson()
  const { password_token } = await memberOperator(catalog.postgres.db).resetUser(email)
  await request(email)
  const mailed = tokenIn(await arrived(email))
  const find = (token: string) => personRepository(catalog.postgres.db).findReset(hashToken(token))
  expect([await find(password_token), await find(mailed)]).toEqual([id, id])

  await people().resetPassword({ token: mailed, password: 'another long password' })
  expect([await find(password_token), await find(mailed)]).toEqual([undefined, undefined])
})

it('without a mail server, no mail is sent, and the person is told', async () => {
  const silent = await startTestCatalog()
  try {
    expect((await invite('a@example.com', silent)).mailed).toBeUndefined()
    await expect(
      silent.client(PeopleService).requestPasswordReset({ email: 'a@example.com' }),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'mail_not_configured' })
  } finally {
    await silent.close()
  }
})

it('an unreachable mail server fails neither invitations nor resets', async () => {
  const lost = await startTestCatalog({ SMTP_URL: 'smtp://user:secret@127.0.0.1:1' })
  try {
    expect((await invite('a@example.com', lost)).mailed).toBe(false)
    const { requestPasswordReset } = lost.client(PeopleService)
    expect(await requestPasswordReset({ email: 'a@example.com' })).toEqual({})
  } finally {
    await lost.close()
  }
})
