import { renderNotice } from './page.rules.ts'

/** What goes out. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** What goes out with every answer; the policy lets nothing in but one style and pictures. */
export const commonHeaders = (styleHash: string) => ({
  'content-security-policy':
    `default-src 'none'; style-src '${styleHash}'; img-src https: data:; ` +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Kept by nobody unasked, so that a change is seen at the next look; a copy may be asked after. */
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

/** Pages that say the same to everybody. */
export const NOTICES = {
  notFound: notice(404, 'Nothing here', 'No team has this page. The address may be mistyped.'),
  notAllowed: notice(405, 'Not here', 'This address does not answer that kind of request.', {
    allow: 'GET, HEAD',
  }),
  failed: notice(500, 'That did not work', 'Something went wrong on our side.'),
  unavailable: notice(503, 'One moment', 'The page cannot be looked up just now. Try again.', {
    'retry-after': '5',
  }),
} as const
