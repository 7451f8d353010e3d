import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DataFolder } from './data-folder.ts'
import { startTime } from './process-identity.ts'
import { eventually, temporaryFolder } from './testing/index.ts'

const silent = () => {}

/** A supervisor in a separate process, with one process running. */
async function supervisor(folder: string): Promise<{ process: ChildProcess; worker: number }> {
  const code = `
    import { spawn } from 'node:child_process'
    import { DataFolder } from '${join(import.meta.dirname, 'data-folder.ts')}'
    const data = await DataFolder.open(process.argv[1], () => {})
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true })
    data.record([{ name: 'worker', pid, stopSignal: 'SIGTERM' }])
    process.send(pid)
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '-e', code, folder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [worker] = await once(child, 'message')
  return { process: child, worker }
}

it('is locked by one supervisor at a time, which the next one names in its error', async () => {
  const folder = join(temporaryFolder(), 'data')
  const data = await DataFolder.open(folder, silent)

  await expect(DataFolder.open(folder, silent)).rejects.toThrow(
    `Fingerpost is already running on ${folder} (pid ${process.pid})`,
  )

  data.release()
  const next = await DataFolder.open(folder, silent)
  next.release()
})

it('leaves no process behind when its supervisor is killed, and can be opened again', async () => {
  const folder = join(temporaryFolder(), 'data')
  const first = await supervisor(folder)

  first.process.kill('SIGKILL')
  await once(first.process, 'exit')

  await eventually(() => expect(startTime(first.worker)).toBeUndefined())
  const next = await DataFolder.open(folder, silent)
  next.release()
})

it('lets only its owner read its logs and its lock', async () => {
  const folder = join(temporaryFolder(), 'data')
  const data = await DataFolder.open(folder, silent)
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

  expect(mode(folder)).toBe('711')
  expect(mode(data.at('logs'))).toBe('700')
  expect(mode(data.at('lock'))).toBe('600')
  data.release()
})

it('rotates its large logs until it is released', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const data = await DataFolder.open(join(temporaryFolder(), 'data'), silent)
  const log = data.at('logs', 'link.log')
  const grow = () => {
    writeFileSync(log, '')
    truncateSync(log, 10_000_001)
    vi.advanceTimersByTime(5_000)
    return readdirSync(data.at('logs')).sort()
  }
  expect(grow()).toEqual(['link.log', 'link.log.1'])
  data.release()
  expect(grow()).toEqual(['link.log', 'link.log.1'])
})
