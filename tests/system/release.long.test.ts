import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { withoutChoices } from '../../deploy/local/src/config.ts'
import { freePort } from '../../deploy/local/src/ports.ts'
import { writeArchive } from '../../deploy/release/archive.ts'

const root = join(import.meta.dirname, '..', '..')
const TOOLS =
  /^(@biomejs|@redocly|@stoplight|knip|kubernetes-models|playwright-core|typescript|vitest)[+@]/
const BUILDERS = /^(@bufbuild\+buf|@mantine\+core|ts-proto|vite)@/

/** Needs GNU tar and the repository. */
const able = process.platform === 'linux' && existsSync(join(root, '.git'))

describe.runIf(able)('a release archive', () => {
  let folder: string
  let tree: string

  beforeAll(async () => {
    // Such a path has other characters in a URL.
    folder = mkdtempSync(join(tmpdir(), 'a b ü%20-'))
    const archive = await writeArchive(folder)
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    tree = join(folder, basename(archive, '.tar.gz'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** `npm start` in the unpacked archive, which stops after the test. Returns what it has printed. */
  async function started(): Promise<string> {
    const port = await freePort()
    const env = { ...withoutChoices(process.env), FINGERPOST_PORT: `${port}` }
    const words = ['deploy/local/run.mjs', 'start']
    const child = spawn(process.execPath, words, { cwd: tree, env, detached: true })
    const over = once(child, 'close')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await over
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
    }
    const waiting = { timeout: 400_000, interval: 100 }
    await vi.waitFor(() => {
      if (child.exitCode !== null) return // It will not come; the next line shows why.
      expect(text).toContain('Ctrl-C stops everything')
    }, waiting)
    expect(text).toContain('Ctrl-C stops everything')
    expect((await fetch(`http://localhost:${port}/app/`)).status).toBe(200)
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
    return text
  }

  const installed = (names: RegExp) =>
    readdirSync(join(tree, 'node_modules', '.pnpm')).filter((it) => names.test(it))

  it('of the same files has the same bytes', async () => {
    const again = await writeArchive(join(folder, 'again'))

    expect(readFileSync(again).equals(readFileSync(join(folder, basename(again))))).toBe(true)
  })

  it('starts with what runs, and installs nothing that builds', async () => {
    const output = await started()

    expect(output).toContain('Installing what runs (only when packages changed)')
    expect(output).toMatch(/Dashboard +as it was built/)
    expect(installed(TOOLS)).toEqual([])
    expect(installed(BUILDERS)).toEqual([])
  })

  it('without what it brings, like a clone, builds it', async () => {
    for (const path of ['protos/gen', 'web/dist']) rmSync(join(tree, path), { recursive: true })

    const output = await started()

    expect(output).toContain('what builds protos/gen and web/dist')
    expect(output).toMatch(/Dashboard +built, as its sources changed/)
    expect(installed(TOOLS)).toEqual([])
    expect(installed(BUILDERS)).toHaveLength(4)
  })
})
