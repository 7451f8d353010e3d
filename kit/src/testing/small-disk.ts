import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = ReturnType<typeof mountDisk>

/** A small file system, to be filled by a test; undefined where mounting is not allowed. */
export function openSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    return mountDisk(folder, bytes)
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

function mountDisk(folder: string, bytes: number) {
  const options = ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`]
  execFileSync('mount', [...options, 'tmpfs', folder], { stdio: 'ignore' })
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Writes a file until no byte is left. */
    fill(): void {
      const file = openSync(ballast, 'a')
      const piece = Buffer.alloc(64 * 1024)
      try {
        for (;;) writeSync(file, piece)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    /** Removes that file. */
    free: () => rmSync(ballast, { force: true }),
    close(): void {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
