import { type Answer, page, preparedPage } from './page.rules.ts'
import type { Words } from './words.rules.ts'

/** Drawings of 24 by 24, in strokes. */
const ICONS = {
  signpost: 'M5 5h11l4 3.5-4 3.5H5zM11 12v9M11 5V3',
  lens: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.9-4.9',
  broken:
    'M10 6.5 11.5 5a4.2 4.2 0 0 1 6 6L16 12.5M14 17.5 12.5 19a4.2 4.2 0 0 1-6-6L8 11.5M4 4l16 16',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  glass: 'M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
} as const

/** A drawing as it stands above a heading. */
export const icon = (name: keyof typeof ICONS): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`

type NoticeName = {
  [K in keyof Words]: Words[K] extends string ? never : K
}[keyof Words]

/** A page that says one thing, whatever was asked for. */
const saying = (
  status: number,
  name: NoticeName,
  drawing: keyof typeof ICONS,
  headers: readonly string[] = [],
) => ({
  status,
  title: (words: Words) => words[name][0],
  body: (words: Words) => `${icon(drawing)}<h1>${words[name][0]}</h1><p>${words[name][1]}</p>`,
  headers,
})

const notice = (...it: Parameters<typeof saying>): Answer => preparedPage(saying(...it))

/** Pages that say the same to everybody, made once. */
export const PAGES = {
  home: notice(200, 'home', 'signpost'),
  badRequest: notice(400, 'badRequest', 'warning'),
  notFound: notice(404, 'notFound', 'lens'),
  gone: notice(410, 'gone', 'broken'),
  expired: notice(410, 'expired', 'clock'),
  notAllowed: notice(405, 'notAllowed', 'warning', ['Allow', 'GET, HEAD']),
  tooLong: notice(414, 'tooLong', 'warning'),
  tooMany: notice(429, 'tooMany', 'glass', ['Retry-After', '60']),
  foreignForm: notice(403, 'foreignForm', 'warning'),
  tooLarge: notice(413, 'tooLarge', 'warning'),
  failed: notice(500, 'failed', 'warning'),
  unavailable: notice(503, 'unavailable', 'glass', ['Retry-After', '2']),
} as const

/** 429 with the seconds until the next try. */
export const tooManyGuesses = (seconds: number): Answer =>
  page(saying(429, 'tooManyGuesses', 'lock', ['Retry-After', `${seconds}`]))
