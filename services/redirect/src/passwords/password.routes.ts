import type { IncomingMessage } from 'node:http'
import type { Answer } from '@fingerpost/kit/visitor/page'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { passwordPage } from '../pages/form.rules.ts'
import { PAGES, tooManyGuesses } from '../pages/notice.rules.ts'
import { seeOther } from '../pages/redirect.rules.ts'
import type { Peer } from '../requests/peer.mapper.ts'
import type { GuessCache } from './guess.cache.ts'
import type { createSeal, passwordChecker } from './password.adapter.ts'
import {
  cookieHeader,
  cookieName,
  FORM_BYTES,
  formPassword,
  isOwnForm,
  normalPassword,
  readCookie,
} from './password.rules.ts'

interface PasswordParts {
  guesses: GuessCache
  passwords: ReturnType<typeof passwordChecker>
  seal: ReturnType<typeof createSeal>
}

/** Unlocks links with a password: by cookie, by header or by the form. */
export function passwordRoutes({ guesses, passwords, seal }: PasswordParts) {
  /** 'right', 'wrong', or the answer to send when the rate limit is exceeded. */
  async function check(
    link: SlugRecord,
    { ip }: Peer,
    password: string | undefined,
  ): Promise<'right' | 'wrong' | Answer> {
    const waitSeconds = await guesses.take(link.link_id, ip)
    if (waitSeconds > 0) return tooManyGuesses(waitSeconds)
    if (password === undefined) return 'wrong'
    const right = await passwords.isRight(link, password).catch(async (error: unknown) => {
      await guesses.refund(link.link_id, ip) // it was not checked
      throw error
    })
    if (right) await guesses.refund(link.link_id, ip)
    return right ? 'right' : 'wrong'
  }

  /** The answer to a form: 303 to the same address with a cookie, or the form again. */
  async function post(
    request: IncomingMessage,
    link: SlugRecord,
    peer: Peer,
    here: { path: string; query: string },
  ): Promise<Answer> {
    if (!isOwnForm(request.headers, peer.host)) return PAGES.foreignForm
    const body = await readBody(request)
    if (body === undefined) return PAGES.tooLarge
    const checked = await check(link, peer, formPassword(body))
    if (checked === 'wrong') return passwordPage(true)
    if (checked !== 'right') return checked
    const path = `/${encodeURIComponent(here.path)}`
    const cookie = cookieHeader(link.link_id, seal.make(link, Date.now()), path, peer.secure)
    return seeOther(here.query ? `${path}?${here.query}` : path, ['Set-Cookie', cookie])
  }

  return {
    /** 'open' if the visitor has given the password, else the answer to send. */
    async enter(
      request: IncomingMessage,
      link: SlugRecord,
      peer: Peer,
      here: { path: string; query: string },
    ): Promise<'open' | Answer> {
      const { headers, method } = request
      if (method === 'POST') return post(request, link, peer, here)
      const cookie = readCookie(headers.cookie, cookieName(link.link_id))
      if (cookie !== undefined && seal.holds(link, cookie, Date.now())) return 'open'
      const given = headers['x-link-password']
      if (typeof given !== 'string') return passwordPage(false)
      const checked = await check(link, peer, normalPassword(decodeHeader(given)))
      if (checked === 'wrong') return passwordPage(true)
      return checked === 'right' ? 'open' : checked
    },
  }
}

export type PasswordRoutes = ReturnType<typeof passwordRoutes>

/** Node decodes header bytes as Latin-1; passwords are sent as UTF-8. */
const decodeHeader = (value: string) => Buffer.from(value, 'latin1').toString('utf8')

/** Undefined if the body is larger than our forms can be. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > FORM_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
