import { expect, it } from 'vitest'
import { instanceOrigin, matchInstance } from './instance-host.ts'

it.each([
  ['links.example', true],
  ['LINKS.example.:8080', true],
  ['other.example:8080', true],
  ['[::1]:8080', true],
  ['a.links.example', false],
  ['links.example.evil.example', false],
  ['', false],
  [undefined, false],
])('%s is the instance: %s', (host, expected) => {
  const isInstance = matchInstance({
    INSTANCE_HOST: 'Links.example',
    INSTANCE_ALIASES: ['other.example', '[::1]'],
  })

  expect(isInstance(host)).toBe(expected)
})

it('matches every host if none is set or * is an alias', () => {
  for (const [INSTANCE_HOST, alias] of [
    ['', ''],
    ['links.example', '*'],
  ] as const) {
    const isInstance = matchInstance({ INSTANCE_HOST, INSTANCE_ALIASES: [alias] })
    expect(isInstance('go.example')).toBe(true)
  }
})

it.each([
  ['links.example', 'https', 0, 'https://links.example'],
  ['links.example', 'https', 443, 'https://links.example'],
  ['links.example', 'http', 8080, 'http://links.example:8080'],
  ['', 'https', 443, undefined],
])('the origin of %j with %s and port %i is %s', (host, scheme, port, origin) => {
  const settings = { INSTANCE_HOST: host, SHORT_URL_SCHEME: scheme, SHORT_URL_PORT: port }

  expect(instanceOrigin(settings)).toBe(origin)
})
