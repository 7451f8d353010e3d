import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { DataFolder } from '../../local/src/data-folder.ts'
import { createShutdownSignals } from '../../local/src/signals.ts'
import { Terminal } from '../../local/src/terminal.ts'
import { eventually, temporaryFolder } from '../../local/src/testing/index.ts'
import { debianIn, makeDebian } from './debian.ts'
import { cacheFolder, NoEngine, openEngine } from './engine.ts'

/** Neither docker nor apt-get. */
const env = { PATH: '/nonexistent' }

class Lines extends Terminal {
  readonly lines: string[] = []

  override say(line = ''): void {
    this.lines.push(line)
  }
}

it('all clones of a user share one folder, in the cache folder of the user', () => {
  const names = ['fingerpost', 'compose-test'] as const
  expect(cacheFolder({ XDG_CACHE_HOME: '/cache' })).toBe(join('/cache', ...names))
  expect(cacheFolder({})).toBe(join(homedir(), '.cache', ...names))
})

it('a second run waits until the folder is free', async () => {
  const folder = temporaryFolder()
  const first = await DataFolder.open(folder, () => {})
  const terminal = new Lines()
  let ended = false
  const second = openEngine(folder, env, createShutdownSignals(() => 0).signals, terminal).finally(
    () => {
      ended = true
    },
  )
  second.catch(() => {})
  await eventually(() =>
    expect(terminal.lines).toEqual([`Waiting for pid ${process.pid}, which uses ${folder}`]),
  )
  expect(ended).toBe(false)

  first.release()

  await expect(second).rejects.toThrow(NoEngine)
})

it('a machine without an engine leaves the folder to the next run', async () => {
  const folder = temporaryFolder()
  const { signals } = createShutdownSignals(() => 0)
  await expect(openEngine(folder, env, signals, new Lines())).rejects.toThrow(NoEngine)
  expect(readdirSync(folder)).not.toContain('lock')
})

it.runIf(existsSync('/etc/ssl/certs/ca-certificates.crt'))(
  'a Debian is kept by the hash of what it is made of, and one with another hash is removed',
  async () => {
    const folder = temporaryFolder()
    const debian = debianIn(folder)
    const dropIn = dirname(debian.root)
    for (const path of [debian.root, join(folder, 'debian-0123456789ab', 'root')]) {
      mkdirSync(path, { recursive: true })
    }

    expect(await makeDebian(folder, { env })).toEqual(debian)

    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([dropIn])
  },
)
