import { expect, it } from 'vitest'
import { slugKey } from './slug-key.ts'

it('slugs are compared case-insensitively, unless the domain is case-sensitive', () => {
  expect(slugKey('ÄBc', false)).toBe('äbc')
  expect(slugKey('ÄBc', true)).toBe('ÄBc')
})
