import { unavailable } from '@fingerpost/kit/http/problem'
import { page } from '@fingerpost/kit/visitor/page'
import { describe, expect, it } from 'vitest'
import { isAway, reasonOf } from './provider-error.rules.ts'
import { failurePage, returnPath } from './sso.rules.ts'

describe('a sign-in returns', () => {
  it.each([
    [undefined, '/app/'],
    ['/app/links?page=2#top', '/app/links?page=2'],
    ['/app/../app/links', '/app/links'],
  ])('from %j to %s', (given, path) => {
    expect(returnPath(given)).toBe(path)
  })

  it.each([
    '',
    'app/links',
    '/',
    '/application',
    '//evil.example/app/',
    '/\t/evil.example/app/',
    'https://dashboard/app/',
    'javascript:alert(1)//app/',
    '/app/..//evil.example',
    '/app/%2e%2e/api',
  ])('never to %j', (given) => {
    expect(() => returnPath(given)).toThrow('return_to: must be a path of the dashboard')
  })
})

describe('an error of the provider', () => {
  const at = (status: number) => ({ message: 'unexpected status', cause: { status } })
  it.each([
    [new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), true],
    [new TypeError('"code" must be a string'), false],
    [{ code: 'OAUTH_TIMEOUT' }, true],
    [{ error: 'temporarily_unavailable' }, true],
    [{ error: 'access_denied' }, false],
    [at(503), true],
    [at(400), false],
    [{ message: 'invalid JSON', cause: new TypeError('terminated', { cause: 'closed' }) }, true],
    [{ message: 'invalid JSON', cause: new DOMException('', 'TimeoutError') }, true],
    [{ message: 'invalid JSON', cause: new SyntaxError('Unexpected token') }, false],
  ])('%j means that it is down: %s', (error, away) => {
    expect(isAway(error)).toBe(away)
  })

  it('is logged with its causes, each once', () => {
    const error = { message: 'refused', error: 'invalid_grant', cause: new Error('refused') }
    expect(reasonOf(error)).toBe('refused: invalid_grant')
    expect(reasonOf(at(503))).toBe('unexpected status: status 503')
  })
})

it('the page of a failed sign-in says why, escaped, names the request and leads back', () => {
  const { status, body } = page(failurePage(unavailable('<b>Try again.'), 503, 'id-1'))
  expect(status).toBe(503)
  expect(body).toContain('<h1>Sign-in is not possible right now</h1>')
  expect(body).toContain('&lt;b>Try again. Quote request id-1')
  expect(body).toMatch(/<a [^>]*href="\/app\/"/)
})
