import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/index.ts'

it('services have their own instances of kit, and share those of the protos', async () => {
  const root = temporaryFolder()
  for (const folder of ['kit', 'protos']) {
    mkdirSync(join(root, folder))
    writeFileSync(join(root, folder, 'state.ts'), 'export const state = {}')
  }
  writeFileSync(
    join(root, 'main.ts'),
    `export { state as kit } from './kit/state.ts'
     export { state as protos } from './protos/state.ts'`,
  )
  const code = `
    import { separateInstances } from '${join(import.meta.dirname, 'instances.ts')}'
    const urlOf = separateInstances('${root}')
    const link = await import(urlOf('main.ts', 'link'))
    const gateway = await import(urlOf('main.ts', 'gateway'))
    console.log(link.kit === gateway.kit, link.protos === gateway.protos)`
  const args = ['--input-type=module', '--eval', code]

  expect((await execa(process.execPath, args)).stdout).toBe('false true')
})
