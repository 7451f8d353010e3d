import { expect, it } from 'vitest'
import { createToken, hashToken, isToken } from './token.ts'

it('creates unique tokens with a valid checksum', () => {
  const tokens = Array.from({ length: 100 }, () => createToken('fp'))

  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^fp_[0-9A-Za-z]{38}$/)
    expect(isToken('fp', token)).toBe(true)
  }
})

it('rejects mistyped, cut and foreign tokens without a lookup', () => {
  const token = createToken('fp')
  const typo = token[10] === 'x' ? 'y' : 'x'

  for (const wrong of [
    '',
    'fp_',
    token.slice(0, -1),
    `${token}a`,
    token.slice(0, 10) + typo + token.slice(11),
    createToken('xx'),
    `fp_${'é'.repeat(38)}`,
  ]) {
    expect(isToken('fp', wrong)).toBe(false)
  }
})

it('stores 32 bytes that are the same for the same token', () => {
  const token = createToken('fp')

  expect(hashToken(token)).toHaveLength(32)
  expect(hashToken(token).equals(hashToken(token))).toBe(true)
})
