import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SMOKE } from '../../tests/smoke.ts'
import { root } from './source.ts'

it('the smoke list has existing system tests', () => {
  for (const path of SMOKE) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true])
    expect(path).toMatch(/^tests\/system\/[\w-]+(?<!\.long)\.test\.ts$/)
  }
})
