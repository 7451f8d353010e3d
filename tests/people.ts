import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { CHROME, clientWith, stack } from './stack.ts'
import { type Customer, unique } from './teams.ts'

export type Role = 'viewer' | 'editor' | 'admin' | 'owner'

export const PASSWORD = 'correct horse battery'

export interface Me {
  id: number
  email: string
  organizations: { id: string; role: Role; own_links_only: boolean }[]
}

/** A browser at an address of its own, which keeps the cookies that it gets. */
export function openBrowser(url = stack.url) {
  const cookies = new Map<string, string>()
  const address = ['2001:db8', ...Array.from({ length: 2 }, () => randomInt(65_536).toString(16))]
  const headers = () => ({
    origin: new URL(url).origin,
    'user-agent': CHROME,
    'x-forwarded-for': `${address.join(':')}::1`,
    ...(cookies.size > 0 && {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
  })
  const send = clientWith(headers, url)
  const remember = (answer: Headers) => {
    for (const line of answer.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const api: Customer = async (...request) => {
    const answer = await send(...request)
    remember(answer.headers)
    return answer as never
  }
  /** Opens a page without following redirects; navigation sends no `Origin`. */
  const open = async (page: URL | string): Promise<Response> => {
    const { origin: _, ...sent } = headers()
    const answer = await fetch(page, { headers: sent, redirect: 'manual' })
    remember(answer.headers)
    return answer
  }
  return { api, cookies, open }
}

export const newEmail = () => `${unique('Person')}@example.com`

export interface Invitation {
  id: number
  token: string
}

/** Invites a person to the team of `by`. */
export async function invite(by: Customer, role: Role, email?: string): Promise<Invitation> {
  const { status, body } = await by<Invitation>('POST', '/invitation', { role, email })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** A new person with this role in the team of `by`, signed in. */
export async function newMember(by: Customer, role: Role, email = newEmail()) {
  const { token } = await invite(by, role)
  const browser = openBrowser()
  const account = { token, email, name: 'Jana', password: PASSWORD }
  const { status, body } = await browser.api<Me>('POST', '/invitation/accept', account)
  expect(status, JSON.stringify(body)).toBe(201)
  return { ...browser, ...body }
}

/** Signs a person in, in another browser. */
export async function signIn(email: string, password = PASSWORD, browser = openBrowser()) {
  const answer = await browser.api<Me>('POST', '/session', { email, password })
  return { ...browser, answer }
}
