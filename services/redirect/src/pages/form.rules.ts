import { APP_SCHEMES } from '@fingerpost/kit/net/url'
import { icon } from '@fingerpost/kit/visitor/notice-page'
import { type Answer, page } from '@fingerpost/kit/visitor/page'
import { h } from 'preact'
import { WORDS } from './words.rules.ts'

/**
 * CSP `form-action`: browsers check the whole redirect chain after a form against the policy of its
 * page. The list is the same for every link, so it reveals nothing about the link.
 */
const FORM_ACTION = ["'self'", 'http:', 'https:', ...APP_SCHEMES].join(' ')

const form = (wrong: boolean): Answer =>
  page({
    status: 401,
    title: (language) => WORDS[language].locked.title,
    body: (language) => {
      const words = WORDS[language]
      return h('main', null, [
        icon('lock'),
        h('h1', null, words.locked.title),
        wrong
          ? h('p', { class: 'wrong', role: 'alert' }, words.wrongPassword)
          : h('p', null, words.locked.text),
        h('form', { method: 'post' }, [
          h('label', { for: 'password' }, words.password),
          h('input', {
            id: 'password',
            name: 'password',
            type: 'password',
            maxlength: 256,
            required: true,
            autofocus: true,
            autocomplete: 'current-password',
          }),
          h('button', null, words.go),
        ]),
      ])
    },
    headers: ['WWW-Authenticate', 'LinkPassword'],
    formAction: FORM_ACTION,
  })

const FIRST = form(false)
const AGAIN = form(true)

/** Asks for the password of a link. The page is the same for all links and reveals nothing else. */
export const passwordPage = (wrong: boolean): Answer => (wrong ? AGAIN : FIRST)
