import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeCompressed } from './file.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('the same chunks give the same file, whether or not the source pauses between them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-file-'))
  const rows = Array.from({ length: 300 }, (_, n) => `${(n * 7_919) % 1e5}x`).join()
  const chunks = Array.from({ length: 4 }, (_, n) => `row ${n}\n`.repeat(300) + rows)
  async function write(name: string, pausesBefore: number) {
    async function* source() {
      for (const [n, chunk] of chunks.entries()) {
        if (n === pausesBefore) for (let turns = 0; turns < 50; turns++) await turn()
        yield chunk
      }
    }
    await writeCompressed(join(folder, name), source())
    return readFileSync(join(folder, `${name}.zst`)).toString('hex')
  }
  try {
    const files = [await write('none', -1), await write('last', 3), await write('second', 1)]
    expect(new Set(files).size).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
