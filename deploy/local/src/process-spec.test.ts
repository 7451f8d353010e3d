import { expect, it } from 'vitest'
import { toSharedSpec } from './process-spec.ts'
import { temporaryFolder } from './testing/index.ts'

it('the process of all services may collect garbage', () => {
  expect(toSharedSpec([], '/', temporaryFolder()).args[0]).toBe('--expose-gc')
})
