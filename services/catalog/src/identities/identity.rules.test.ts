import { expect, it } from 'vitest'
import { isInDomain } from './identity.rules.ts'

it.each([
  ['box@bücher.example', 'bücher.example', true],
  ['box@bücher.example', 'XN--BCHER-KVA.example', true],
  ['box@xn--bcher-kva.example', 'Bücher.example', true],
  ['box@sub.bücher.example', 'bücher.example', false],
  ['box@bucher.example', 'bücher.example', false],
])('%s beside the trusted domain %s: %s', (email, domain, trusted) => {
  expect(isInDomain(email, [domain])).toBe(trusted)
})
