import { type Answer, escapeHtml } from '@fingerpost/kit/visitor/page'

/** Client hints that browsers may send from the next visit on; HTTPS only, and few send them. */
export const ACCEPT_CH = 'Sec-CH-Prefers-Color-Scheme, Sec-CH-UA-Model'

/**
 * A minimal redirect, with a link in the body for clients that do not follow it. The location is
 * printable ASCII.
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
      'Accept-CH',
      ACCEPT_CH,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      `${body.length}`,
    ],
    body,
    encoding: 'latin1',
  }
}

/** Redirects to the same address with GET after a form. */
export const seeOther = (location: string, headers: readonly string[]): Answer => ({
  status: 303,
  headers: ['Location', location, 'Cache-Control', 'no-store', 'Content-Length', '0', ...headers],
  body: '',
  encoding: 'latin1',
})

const ROBOTS_TEXT = 'User-agent: *\nDisallow:\n'

/** robots.txt: allows crawling, so that crawlers see `noindex` on every answer. */
export const ROBOTS: Answer = {
  status: 200,
  headers: [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    `${ROBOTS_TEXT.length}`,
    'Cache-Control',
    'public, max-age=3600',
  ],
  body: ROBOTS_TEXT,
  encoding: 'latin1',
}

export const NO_ICON: Answer = {
  status: 204,
  headers: ['Cache-Control', 'public, max-age=86400'],
  body: '',
  encoding: 'latin1',
}
