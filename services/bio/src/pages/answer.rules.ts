import { renderNotice } from './page.rules.ts'

/** An HTTP response. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Headers of every response; the policy allows only one inline style and images. */
export const commonHeaders = (styleHash: string) => ({
  'content-security-policy':
    `default-src 'none'; style-src '${styleHash}'; img-src https: data:; ` +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Caches must revalidate before each use, so that changes show at the next visit. */
export const found = (body: string, json: boolean): Answer => ({
  status: 200,
  headers: {
    ...(json ? { 'content-type': 'application/json; charset=utf-8' } : HTML),
    'cache-control': 'public, no-cache',
  },
  body,
})

const notice = (status: number, title: string, text: string, headers = {}): Answer => ({
  status,
  headers: { ...HTML, 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...headers },
  body: renderNotice(title, text),
})

/** Static pages for errors. */
export const NOTICES = {
  notFound: notice(404, 'Page not found', 'No team has this page. The address may be mistyped.'),
  notAllowed: notice(
    405,
    'Method not allowed',
    'This address does not support that request method.',
    {
      allow: 'GET, HEAD',
    },
  ),
  failed: notice(500, 'Something went wrong', 'The error is on our side. Try again later.'),
  unavailable: notice(
    503,
    'Temporarily unavailable',
    'The page cannot be looked up right now. Try again.',
    {
      'retry-after': '5',
    },
  ),
} as const
