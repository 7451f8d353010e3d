import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'

const code = `
  import { collectGarbage } from '${join(import.meta.dirname, 'garbage.ts')}'
  const before = process.memoryUsage().heapTotal
  Array.from({ length: 1_000_000 }, (_, i) => ({ i }))
  collectGarbage()
  console.log(process.memoryUsage().heapTotal <= before + 4 * 2 ** 20)`

const run = async (...flags: string[]) => {
  const args = [...flags, '--input-type=module', '--eval', code]
  return (await execa(process.execPath, args)).stdout
}

it('garbage of the start does not stay in the heap', async () => {
  expect(await run('--expose-gc')).toBe('true')
})

it('a process without the flag keeps running, with its garbage', async () => {
  expect(await run()).toBe('false')
})
