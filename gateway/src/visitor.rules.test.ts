import { expect, it } from 'vitest'
import { foreignUrl, proxyUrl, readsPages, visitorUrl } from './visitor.rules.ts'

it.each([
  ['/abc', '/abc'],
  ['/abc?a=%&b=//', '/abc?a=%&b=//'],
  ['/%C3%BC?x', '/%C3%BC?x'],
  ['/%', '/%25'],
  ['/%ff?a=%', '/%25ff?a=%'],
  ['/a%c3%41', '/a%25c3%2541'],
  ['//a', '/%2Fa'],
  ['///a', '/%2F/a'],
  ['//evil.example/x?y', '/%2Fevil.example/x?y'],
  ['/%40ours', '/@ours'],
  ['/%2540ours', '/%2540ours'],
  ['/api/%', '/api/%'],
  ['/api//link', '/api//link'],
])('%s is requested as %s', (url, asked) => {
  expect(visitorUrl(url)).toBe(asked)
})

it.each([
  ['/api/%', '/api%2F%25'],
  ['/a%70p/x?y=%', '/app%2Fx?y=%'],
  ['/docs?x', '/docs%2F?x'],
  ['/', '/'],
  ['/apis', '/apis'],
  ['/@ours', '/@ours'],
  ['/x/api/link', '/x/api/link'],
])('%s is requested as %s on the domain of a team', (url, asked) => {
  expect(foreignUrl(url)).toBe(asked)
})

it.each([
  [undefined, '/abc', true],
  ['*/*', '/abc.json', true],
  ['text/html,application/xhtml+xml,application/json;q=0.9', '/abc', true],
  ['application/json', '/abc', false],
  ['application/problem+json', '/abc', false],
  ['*/*', '/@ours', true],
  ['*/*', '/@ours.json?a', false],
])('a client that accepts %s for %s gets pages: %s', (accept, url, expected) => {
  expect(readsPages(accept, url)).toBe(expected)
})

it.each([
  ['/..spring?a=../b', '..spring?a=../b'],
  ['/%2e%2Espring', '%2e%2Espring'],
  ['/...', '...'],
  ['/spring../?a', '/spring..?a'],
  ['/.../', '...'],
  ['/..', '/..'],
  ['/%2e%2e?a', '/%2e%2e?a'],
  ['/../api', '/../api'],
  ['/a/../b', '/a/../b'],
  ['/.spring', '/.spring'],
  ['/abc/', '/abc/'],
])('%s is passed to the proxy as %s', (url, asked) => {
  expect(proxyUrl(url)).toBe(asked)
})
