import {
  BAD_REQUEST,
  FAILED,
  type Notice,
  notAllowed,
  noticePage,
  TOO_MANY,
  UNAVAILABLE,
} from '@fingerpost/kit/visitor/notice-page'
import { type Answer, page } from '@fingerpost/kit/visitor/page'
import { WORDS } from './words.rules.ts'

type Words = typeof WORDS.en
type NoticeName = {
  [K in keyof Words]: Words[K] extends Notice ? K : never
}[keyof Words]
type Drawing = Parameters<typeof noticePage>[1]

const saying = (status: number, name: NoticeName, drawing: Drawing, headers?: readonly string[]) =>
  noticePage(status, drawing, (language) => WORDS[language][name], headers)

const notice = (...it: Parameters<typeof saying>): Answer => page(saying(...it))

/** Pages with constant content, each rendered once. */
export const PAGES = {
  home: notice(200, 'home', 'signpost'),
  badRequest: BAD_REQUEST,
  notFound: notice(404, 'notFound', 'lens'),
  gone: notice(410, 'gone', 'broken'),
  expired: notice(410, 'expired', 'clock'),
  notAllowed: notAllowed('GET, HEAD'),
  notAllowedForm: notAllowed('GET, HEAD, POST'),
  tooLong: notice(414, 'tooLong', 'warning'),
  tooMany: TOO_MANY,
  foreignForm: notice(403, 'foreignForm', 'warning'),
  tooLarge: notice(413, 'tooLarge', 'warning'),
  failed: FAILED,
  unavailable: UNAVAILABLE,
} as const

/** 429 with the seconds until the next try. */
export const tooManyGuesses = (seconds: number): Answer =>
  page(saying(429, 'tooManyGuesses', 'lock', ['Retry-After', `${seconds}`]))
