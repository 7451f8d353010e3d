import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LOGO } from './logo.rules.ts'

it('is the icon of the dashboard', () => {
  const file = new URL('../../../web/src/icon.svg', import.meta.url)
  expect(readFileSync(file, 'utf8').trim()).toBe(LOGO)
})
