import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { eventually, temporaryFolder } from '../testing/index.ts'
import { backUpDaily } from './daily.ts'

/** Runs a script as the daily backup, ten milliseconds from now. */
function schedule(script: string, at = '03:15') {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T03:14:59.990Z') })
  onTestFinished(() => void vi.useRealTimers())
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'logs'))
  const config = readConfig({ FINGERPOST_DATA: folder, BACKUP_AT: at }, folder)
  const lines: string[] = []
  const stop = new AbortController()
  // The clock of the test stands still: a second backup must not follow at once.
  const say = (line: string) => {
    lines.push(line)
    if (lines.length > 1) vi.setSystemTime(new Date('2026-11-01T03:16:00Z'))
  }
  const over = backUpDaily(config, folder, say, stop.signal, ['-e', script])
  const announced = `Daily backups at ${at} UTC, in ${join(folder, 'backups')}`
  return { announced, lines, stop, over, log: join(folder, 'logs', 'backup.log') }
}

it('reports a daily backup that failed, with the end of its log, and goes on', async () => {
  const { announced, lines, stop, over } = schedule('console.log("disk full"); process.exit(1)')
  await eventually(() =>
    expect(lines).toEqual([
      announced,
      expect.stringMatching(
        /^The daily backup ended with exit code 1\. .*backup\.log:\n +disk full$/,
      ),
    ]),
  )
  stop.abort()
  await over
})

it('a stop ends the backup that is running, without a report', async () => {
  const { announced, lines, stop, over, log } = schedule(
    'console.log("made"); setInterval(() => {}, 1000)',
  )
  await eventually(() => expect(readFileSync(log, 'utf8')).toBe('made\n'))
  stop.abort()
  await over
  expect(lines).toEqual([announced])
})

it('makes no backup with BACKUP_AT=never', async () => {
  const { lines, over } = schedule('process.exit(1)', 'never')
  await over
  expect(lines).toEqual([])
})
