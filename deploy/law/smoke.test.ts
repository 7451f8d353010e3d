import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SMOKE, SMOKE_AREAS } from '../../tests/smoke.ts'
import { root } from './source.ts'

const AREAS = ['links', 'redirect', 'limits', 'analytics', 'people', 'domains', 'bio', 'webhooks']

it('the smoke list has one existing system test of each area', () => {
  expect(Object.keys(SMOKE_AREAS).sort()).toEqual([...AREAS, 'keys', 'stores'].sort())
  expect(new Set(SMOKE).size).toBe(10)
  for (const path of SMOKE) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true])
    expect(path).toMatch(/^tests\/system\/[\w-]+(?<!\.long)\.test\.ts$/)
  }
})
