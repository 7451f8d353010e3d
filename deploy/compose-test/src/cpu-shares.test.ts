import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../local/src/testing/index.ts'
import { setCpuShares } from './cpu-shares.ts'

it.each([
  ['cpu/docker/cpu.shares', 'cpu/cgroup.procs', '12288', 'docker'],
  ['docker/cpu.weight', 'cgroup.procs', '1200', 'cpu/docker'],
])('containers get their shares in %s, if there is %s', (file, marker, value, other) => {
  const root = temporaryFolder()
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  for (const name of [path, join(root, marker)]) writeFileSync(name, '')

  setCpuShares(12, root)

  expect(readFileSync(path, 'utf8')).toBe(value)
  expect(existsSync(join(root, other))).toBe(false)
})
