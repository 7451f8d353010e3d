import { invalid, type Problem } from '@fingerpost/kit/http/problem'
import { noticePage } from '@fingerpost/kit/visitor/notice-page'
import type { Page } from '@fingerpost/kit/visitor/page'

/** Where the provider sends the browser: the redirect URI that is registered there. */
export const CALLBACK_PATH = '/app/sso/callback'

const HOME = '/app/'

/** A path of the dashboard with its query, to which a sign-in returns. Throws invalid. */
export function returnPath(given: string = HOME): string {
  const base = 'http://dashboard'
  const url = /[\\\p{Cc}]/u.test(given) ? null : URL.parse(given, base)
  if (url?.origin === base && given.startsWith('/') && url.pathname.startsWith(HOME)) {
    return url.pathname + url.search
  }
  const detail = `must be a path of the dashboard, such as ${HOME}`
  throw invalid([{ field: 'return_to', code: 'invalid_path', detail }])
}

/**
 * Whether a text can identify a person: at most 255 characters (OpenID Connect Core 1.0, section 2). With an empty
 * one, which a provider sends for a missing attribute, all of its people would share an account.
 */
export const isSubject = (sub: string): boolean => /^(?!\s*$)[^\p{Cc}\p{Cs}]{1,255}$/u.test(sub)

/** The page for a sign-in that failed: why, and what the person can do. */
export function failurePage({ kind, message }: Problem, status: number, requestId: string): Page {
  const title = kind === 'unavailable' ? 'Sign-in is not possible right now' : 'Sign-in failed'
  const text = `${message} Quote request ${requestId} when you report this.`
  const link = { href: HOME, label: 'Back to sign-in' }
  return noticePage(status, 'lock', () => ({ title, text }), [], link)
}
