import { expect, it } from 'vitest'
import { seal, unseal } from './seal.adapter.ts'

const answer = { status: 201, headers: { location: '/api/key/1' }, body: '{"key":"fp_secret"}' }

it('encrypts an answer so that it can be read only with the secret', () => {
  const sealed = seal(answer, 'a')

  expect(unseal(sealed, 'a')).toEqual(answer)
  expect(() => unseal(sealed, 'b')).toThrow()
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('fp_secret')
  expect(seal(answer, 'a')).not.toBe(sealed)
})
