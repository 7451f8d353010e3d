import { expect, it } from 'vitest'
import { createSigner } from './signature.ts'

it('accepts only its own signatures for that text and purpose', () => {
  const signer = createSigner('secret', 'icon')
  const mark = signer.sign('e.com')

  expect(mark).toMatch(/^[\w-]{22}$/)
  expect(signer.check('e.com', mark)).toBe(true)
  expect(createSigner('secret', 'icon').check('e.com', mark)).toBe(true)
  expect(signer.check('e.org', mark)).toBe(false)
  expect(signer.check('e.com', mark.slice(1))).toBe(false)
  expect(signer.check('e.com', '')).toBe(false)
  expect(createSigner('secret', 'other').check('e.com', mark)).toBe(false)
  expect(createSigner('other', 'icon').check('e.com', mark)).toBe(false)
})

it('accepts only its own signatures without a secret', () => {
  const signer = createSigner('', 'icon')
  expect(signer.check('e.com', signer.sign('e.com'))).toBe(true)
  expect(createSigner('', 'icon').check('e.com', signer.sign('e.com'))).toBe(false)
})

it('of several secrets, the first signs and each is accepted', () => {
  const [before, during, after] = ['old', 'new,old', 'new'].map((it) => createSigner(it, 'icon'))
  const mark = before?.sign('e.com') ?? ''

  expect(during?.sign('e.com')).toBe(after?.sign('e.com'))
  expect(during?.check('e.com', mark)).toBe(true)
  expect(after?.check('e.com', mark)).toBe(false)
})
