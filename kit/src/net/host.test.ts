import { expect, it } from 'vitest'
import { canonicalHost, checkHost, hostAt } from './host.ts'

it.each([
  ['GO.Example.COM', 'go.example.com'],
  [' go.example.com. ', 'go.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['ｇｏ.example', 'go.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['go.internal', 'go.internal'],
  ['team.github.io', 'team.github.io'],
])('takes %s as %s', (text, name) => {
  expect(checkHost(text)).toBeUndefined()
  expect(canonicalHost(text)).toBe(name)
})

it.each([
  ['', 'valid'],
  ['.', 'valid'],
  ['go..example.com', 'valid'],
  ['-go.example.com', 'valid'],
  ['go_.example.com', 'valid'],
  ['*.example.com', 'valid'],
  ['go example.com', 'valid'],
  ['go%2eexample.com', 'valid'],
  [`${'a'.repeat(64)}.example.com`, 'valid'],
  [`${'a.'.repeat(125)}example.com`, 'valid'],
  ['https://go.example.com', 'alone'],
  ['go.example.com/x', 'alone'],
  ['go.example.com:8080', 'alone'],
  ['user@go.example.com', 'alone'],
  ['[::1]', 'alone'],
  ['127.0.0.1', 'address'],
  ['2130706433', 'address'],
  ['0x7f.1', 'address'],
  ['www.example.com', 'www'],
  ['com', 'suffix'],
  ['co.uk', 'suffix'],
  ['github.io', 'suffix'],
  ['localhost', 'suffix'],
])('refuses %j and says why', (text, why) => {
  expect(checkHost(text)).toMatchObject({
    code: 'invalid_host',
    detail: expect.stringContaining(why),
  })
})

it('accepts a name of one label in a local network', () => {
  expect(checkHost('go', { local: true })).toBeUndefined()
  expect(checkHost('127.0.0.1', { local: true })).toBeDefined()
})

const local = { scheme: 'http', port: 8080 }
const online = { scheme: 'https', port: 0 }
it.each([
  ['http://localhost:8080/x', local, 'localhost'],
  ['http://localhost:8081/x', local, undefined],
  ['https://WWW.Go.example./x', online, 'go.example'],
  ['https://go.example:443/', online, 'go.example'],
  ['http://go.example/', online, 'go.example'],
  ['http://go.example:8080/', online, undefined],
  ['https://localhost/', local, undefined],
  ['itms-apps://go.example/', online, undefined],
  [
    'intent://x/#Intent;S.browser_fallback_url=https%3A%2F%2Fgo.example%2F;end',
    online,
    'go.example',
  ],
  [
    'intent://x/#Intent;S.browser%5Ffallback_url=https%3A%2F%2Fgo.example%2F;end',
    online,
    'go.example',
  ],
  ['https://go.example/#S.browser_fallback_url=https://e.com/', online, 'go.example'],
])('%s beside short urls on %j could lead to %s', (url, base, host) => {
  expect(hostAt(url, base)).toBe(host)
})
