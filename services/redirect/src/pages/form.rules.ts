import { icon } from '@fingerpost/kit/notice-page'
import { type Answer, preparedPage } from '@fingerpost/kit/page'
import { APP_SCHEMES } from '@fingerpost/kit/url'
import { WORDS } from './words.rules.ts'

/**
 * The destinations that a form may lead to at last: browsers hold the whole chain of redirects after
 * a form against its page's policy. The list is the same for every link and so gives nothing away.
 */
const FORM_ACTION = ["'self'", 'http:', 'https:', ...APP_SCHEMES].join(' ')

const form = (wrong: boolean): Answer =>
  preparedPage({
    status: 401,
    title: (language) => WORDS[language].locked[0],
    body: (language) => {
      const words = WORDS[language]
      return (
        `${icon('lock')}<h1>${words.locked[0]}</h1>` +
        (wrong
          ? `<p class="wrong" role="alert">${words.wrongPassword}</p>`
          : `<p>${words.locked[1]}</p>`) +
        `<form method="post"><label for="password">${words.password}</label>` +
        '<input id="password" name="password" type="password" maxlength="256" required autofocus autocomplete="current-password">' +
        `<button>${words.go}</button></form>`
      )
    },
    headers: ['WWW-Authenticate', 'LinkPassword'],
    formAction: FORM_ACTION,
  })

const FIRST = form(false)
const AGAIN = form(true)

/** Asks for the password of a link, and tells nothing else of it: it is the same for every link. */
export const passwordPage = (wrong: boolean): Answer => (wrong ? AGAIN : FIRST)
