import { expect, it } from 'vitest'
import { matchInstance } from './instance-host.ts'

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
