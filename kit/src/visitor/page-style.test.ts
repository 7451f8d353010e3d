import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { STYLE, STYLE_HASH } from './page-style.ts'

it('the policy of a page allows exactly its own style', () => {
  expect(STYLE_HASH).toBe(createHash('sha256').update(STYLE).digest('base64'))
  expect(STYLE).not.toMatch(/url\(|@import/)
})
