import { createToken } from '@fingerpost/kit/secrets/token'
import type { SignInRequest } from '@fingerpost/protos/catalog/v1/session'
import { afterAll, expect, it } from 'vitest'
import { openTestApp } from '../testing/app.ts'

const person = {
  id: 70,
  email: 'jana@example.com',
  name: 'Jana',
  time_zone: 'UTC',
  has_password: true,
  memberships: [],
  email_verified: true,
  created_at: new Date('2026-11-20T12:00:00Z'),
}
const asked: SignInRequest[] = []
const { app } = await openTestApp({
  sessions: {
    async signIn(request) {
      asked.push(request)
      return { token: createToken('fps'), person }
    },
  },
})
afterAll(() => app.close())

/** The turn in which catalog checks the password of a request. */
async function turnOf(address: string, cookie = '', email = person.email) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { 'x-forwarded-for': address, cookie },
    payload: { email, password: 'right' },
  })
  const { network, known_browser } = asked.at(-1) as SignInRequest
  const cookies = [answer.headers['set-cookie']].flat().map((it) => it?.split(';')[0])
  return { turn: { network, known_browser }, cookie: cookies.join('; ') }
}

it.each([
  ['81.2.69.142', '81.2.69.0/24'],
  ['2001:db8:1:1::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
])('passwords from %s wait in the queue of %s', async (address, network) => {
  expect((await turnOf(address)).turn).toEqual({ network, known_browser: false })
})

it('a browser is known for the account that signed in there, and for no other', async () => {
  const { cookie } = await turnOf('81.2.69.1')
  const known = async (...given: [cookie: string, email?: string]) =>
    (await turnOf('81.2.69.2', ...given)).turn.known_browser

  expect(await known(cookie)).toBe(true)
  expect(await known(cookie, 'kim@example.com')).toBe(false)
  expect(await known(cookie.replace('known=', 'known=x'))).toBe(false)
})
