import { APP_SCHEMES } from '@fingerpost/kit/url'

/** What goes out. Headers are name, value, name, value: the form that Node writes fastest. */
export interface Answer {
  status: number
  headers: readonly string[]
  body: string
  /** latin1 where the body is ASCII: it then goes out in one piece with the headers. */
  encoding: 'latin1' | 'utf8'
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

const STYLE =
  ':root{color-scheme:light dark;--ink:#1d2430;--paper:#f6f5f1;--card:#fff;--soft:#5d6675;--accent:#b4441c;--line:#e2dfd6}' +
  '@media(prefers-color-scheme:dark){:root{--ink:#eceae4;--paper:#14171c;--card:#1d2129;--soft:#9aa3b1;--accent:#f08a5d;--line:#2c323c}}' +
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}' +
  'main{width:100%;max-width:28rem;padding:2.25rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}' +
  'h1{margin:0 0 .5rem;font-size:1.35rem;line-height:1.3}p{margin:.5rem 0;color:var(--soft);overflow-wrap:anywhere}' +
  'a{color:var(--accent)}label{display:block;margin:1.25rem 0 .35rem}' +
  'input{width:100%;padding:.65rem .8rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.6rem}' +
  'button,.button{display:inline-block;margin-top:1.25rem;padding:.65rem 1.4rem;font:inherit;font-weight:600;color:#fff;background:#a83f1a;border:0;border-radius:.6rem;text-decoration:none;cursor:pointer}' +
  ':focus-visible{outline:3px solid var(--accent);outline-offset:2px}.wrong{color:var(--accent);font-weight:600}'

/** SHA-256 of the style above, in base64; a test says what it must be. */
export const STYLE_HASH = 'FddKnPa2FZDeqYFNufxmeaUpEEb7FiNxcaFGkyG7E0k='

export const pageStyle = STYLE

interface Page {
  status: number
  title: string
  /** HTML, already escaped. */
  body: string
  headers?: readonly string[]
  /** Where forms may lead; nowhere unless told. */
  formAction?: string
}

/** A whole page: no script, nothing from elsewhere, in no frame, never kept, never indexed. */
export function page({ status, title, body, headers = [], formAction = "'none'" }: Page): Answer {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  const policy =
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; ` +
    `frame-ancestors 'none'${formAction && `; form-action ${formAction}`}`
  return {
    status,
    headers: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      `${new TextEncoder().encode(html).length}`,
      'Cache-Control',
      'no-store',
      'X-Robots-Tag',
      'noindex',
      'Content-Security-Policy',
      policy,
      'X-Content-Type-Options',
      'nosniff',
      'Referrer-Policy',
      'same-origin',
      ...headers,
    ],
    body: html,
    encoding: 'utf8',
  }
}

const notice = (status: number, title: string, text: string, headers?: readonly string[]) =>
  page({ status, title, body: `<h1>${title}</h1><p>${text}</p>`, ...(headers && { headers }) })

/** Pages that say the same to everybody, made once. */
export const PAGES = {
  home: notice(200, 'Short links live here', 'There is nothing to see at this address itself.'),
  badRequest: notice(400, 'That is not a link', 'The address cannot be read.'),
  notFound: notice(
    404,
    'No link here',
    'There is no short link at this address. It may have been mistyped.',
  ),
  gone: notice(410, 'This link is gone', 'It was taken away by its owner.'),
  expired: notice(410, 'This link has expired', 'It led somewhere for a while and no longer does.'),
  tooLong: notice(414, 'That is not a link', 'The address is too long.'),
  tooMany: notice(429, 'Slow down', 'Too many tries from your address. Come back in a minute.', [
    'Retry-After',
    '60',
  ]),
  foreignForm: notice(403, 'Not from here', 'This form was sent from another site.'),
  tooLarge: notice(413, 'Too much', 'That is more than a password.'),
  failed: notice(500, 'That did not work', 'Something went wrong on our side.'),
  unavailable: notice(503, 'One moment', 'The link cannot be looked up just now. Try again.', [
    'Retry-After',
    '2',
  ]),
} as const

/** Where a link leads, for whoever added a `+`. */
export function previewPage(
  shortUrl: string,
  title: string,
  destination: string,
  onward: string,
): Answer {
  const body =
    `<h1>${escapeHtml(title || 'Where this link leads')}</h1>` +
    `<p>${escapeHtml(shortUrl)}</p><p><strong>${escapeHtml(destination)}</strong></p>` +
    `<a class="button" rel="nofollow noreferrer" href="${escapeHtml(onward)}">Continue</a>`
  return page({ status: 200, title: 'Where this link leads', body })
}

/**
 * The destinations that a form may lead to at last: browsers hold the whole chain of redirects after
 * a form against its page's policy. The list is the same for every link and so gives nothing away.
 */
const FORM_ACTION = ["'self'", 'http:', 'https:', ...APP_SCHEMES].join(' ')

/** Asks for the password of a link, and tells nothing else of it. */
export function passwordPage(wrong: boolean): Answer {
  const body =
    '<h1>This link is protected</h1>' +
    `<p${wrong ? ' class="wrong" role="alert">That was not the password.' : '>You need its password to go on.'}</p>` +
    '<form method="post"><label for="password">Password</label>' +
    '<input id="password" name="password" type="password" maxlength="256" required autofocus autocomplete="current-password">' +
    '<button>Continue</button></form>'
  return page({
    status: 401,
    title: 'This link is protected',
    body,
    headers: ['WWW-Authenticate', 'LinkPassword'],
    formAction: FORM_ACTION,
  })
}

/** 429 with the seconds until the next try. */
export const tooManyGuesses = (seconds: number): Answer =>
  notice(429, 'Too many wrong passwords', 'Wait a while before you try again.', [
    'Retry-After',
    `${seconds}`,
  ])

/** After a form: the same address again, now with GET. */
export const seeOther = (location: string, headers: readonly string[]): Answer => ({
  status: 303,
  headers: ['Location', location, 'Cache-Control', 'no-store', 'Content-Length', '0', ...headers],
  body: '',
  encoding: 'latin1',
})

/** 405 with the methods that would have been answered. */
export const methodNotAllowed = (allow: string): Answer =>
  notice(405, 'Not here', 'This address does not answer that kind of request.', ['Allow', allow])

/** Text for robots: they may come, and find `noindex` on everything. */
export const ROBOTS: Answer = plain('User-agent: *\nDisallow:\n')

export const NO_ICON: Answer = {
  status: 204,
  headers: ['Cache-Control', 'public, max-age=86400'],
  body: '',
  encoding: 'latin1',
}

function plain(body: string): Answer {
  return {
    status: 200,
    headers: [
      'Content-Type',
      'text/plain; charset=utf-8',
      'Content-Length',
      `${body.length}`,
      'Cache-Control',
      'public, max-age=3600',
    ],
    body,
    encoding: 'latin1',
  }
}

/**
 * A redirect as small as it can be, with the way on for whoever does not follow by himself. The
 * location is printable ASCII.
 */
export function redirectAnswer(status: number, location: string, cacheControl: string): Answer {
  const body = `<a href="${escapeHtml(location)}">Continue</a>`
  return {
    status,
    headers: [
      'Location',
      location,
      'Cache-Control',
      cacheControl,
      'X-Robots-Tag',
      'noindex',
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      `${body.length}`,
    ],
    body,
    encoding: 'latin1',
  }
}
