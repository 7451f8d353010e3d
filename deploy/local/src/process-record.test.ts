import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTime } from './process-identity.ts'
import { endRecorded, recordProcesses } from './process-record.ts'
import { temporaryFolder } from './testing/index.ts'

function longLived(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid!
}

const running = (pid: number) => ({ name: 'orphan', pid, stopSignal: 'SIGTERM' as const })

it('ends recorded processes that are still alive', async () => {
  const file = join(temporaryFolder(), 'processes.json')
  const pid = longLived()
  recordProcesses(file, [running(pid)])

  expect(await endRecorded(file)).toEqual(['orphan'])

  expect(startTime(pid)).toBeUndefined()
  expect(await endRecorded(file)).toEqual([])
})

it('does not end another process with the pid of a recorded one', async () => {
  const file = join(temporaryFolder(), 'processes.json')
  const pid = longLived()
  const processes = [{ ...running(pid), startTime: 'another time' }]
  writeFileSync(file, JSON.stringify({ supervisor: process.pid, processes }))

  expect(await endRecorded(file)).toEqual([])

  expect(startTime(pid)).toBeDefined()
})

it('ignores the record of another supervisor if one is given', async () => {
  const file = join(temporaryFolder(), 'processes.json')
  const pid = longLived()
  recordProcesses(file, [running(pid)])

  expect(await endRecorded(file, process.pid + 1)).toEqual([])

  expect(startTime(pid)).toBeDefined()
})

it('does nothing without a record', async () => {
  expect(await endRecorded(join(temporaryFolder(), 'processes.json'))).toEqual([])
})
