import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CARD_STYLE } from './page-style.ts'

it('the hash of a style is its SHA-256 in base64, as the Content-Security-Policy requires', () => {
  const { css, hash } = CARD_STYLE

  expect(hash).toBe(createHash('sha256').update(css).digest('base64'))
  expect(css).not.toMatch(/url\(|@import/)
})
