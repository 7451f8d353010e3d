import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTime } from './process-identity.ts'
import type { ProcessSpec } from './supervised.ts'
import { Supervisor } from './supervisor.ts'
import { eventually, notes, script, temporaryFolder } from './testing/index.ts'

const STAYS = 'process.on("SIGTERM", () => process.exit()); setInterval(() => {}, 1000); ready()'
const DEAF = 'process.on("SIGTERM", () => note("heard")); setInterval(() => {}, 1000); ready()'

function supervisor(forceStopMs = 50) {
  const lines: string[] = []
  const pids: Record<string, number>[] = []
  const it = new Supervisor({
    say: (line) => lines.push(line),
    changed: () => pids.push(pidsOf(it)),
    forceStopMs,
  })
  onTestFinished(() => it.forceStop())
  return { it, lines, pids }
}

const pidsOf = (it: Supervisor): Record<string, number> =>
  Object.fromEntries(it.running().map(({ name, pid }) => [name, pid]))

const kill = (it: Supervisor, name: string) => process.kill(pidsOf(it)[name]!, 'SIGKILL')

it('stops processes in reverse order, each after the next one has exited', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  const slow = (name: string): ProcessSpec =>
    script(
      folder,
      name,
      `process.on('SIGTERM', () => { note('${name} stops'); setTimeout(() => { note('${name} stopped'); process.exit() }, 20) })
       setInterval(() => {}, 1000); ready()`,
    )
  await processes.start([slow('store')])
  await processes.start([slow('service'), slow('gateway')])

  await processes.stop()

  expect(notes(folder)).toEqual(
    ['gateway', 'service', 'store'].flatMap((name) => [`${name} stops`, `${name} stopped`]),
  )
  expect(processes.running()).toEqual([])
})

it('restarts a process that exits, reports its last log lines, and reports its new pid', async () => {
  const folder = temporaryFolder()
  const { it: processes, lines, pids } = supervisor()
  await processes.start([script(folder, 'worker', `console.log('my last words'); ${STAYS}`)])
  const first = pidsOf(processes).worker

  kill(processes, 'worker')

  await eventually(() => expect(lines).toHaveLength(2))
  expect(lines[0]).toMatch(
    /^worker ended with SIGKILL, starting it again in 0\.2 s\. .*\n.*my last words$/,
  )
  const second = pidsOf(processes).worker
  expect(lines[1]).toBe(`worker is ready again (pid ${second})`)
  expect(second).not.toBe(first)
  expect(pids).toEqual([{ worker: first }, {}, { worker: second }])
})

it('restarts processes while they cannot be recorded, and records them once they can', async () => {
  const folder = temporaryFolder()
  const lines: string[] = []
  const recorded: Record<string, number>[] = []
  let isDiskFull = false
  const processes = new Supervisor({
    say: (line) => lines.push(line),
    changed() {
      if (isDiskFull) throw new Error('ENOSPC: no space left on device, write')
      recorded.push(pidsOf(processes))
    },
    forceStopMs: 50,
  })
  onTestFinished(() => processes.forceStop())
  await processes.start([script(folder, 'worker', STAYS)])
  isDiskFull = true

  kill(processes, 'worker')
  await eventually(() => expect(lines.at(-1)).toMatch(/^worker is ready again/))
  expect(lines[0]).toBe(
    'Recording the running processes fails: Error: ENOSPC: no space left on device, write',
  )
  expect(recorded).toHaveLength(1)
  isDiskFull = false

  await eventually(() => expect(recorded.at(-1)).toEqual(pidsOf(processes)))
  expect(lines.filter((line) => line.startsWith('Recording'))).toHaveLength(1)
  expect(lines.at(-1)).toBe('The running processes are recorded again')
})

it('runs a process whose log cannot be opened', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  const spec = script(folder, 'worker', `console.log('not logged'); ${STAYS}`)

  await processes.start([{ ...spec, logFile: join(folder, 'absent', 'worker.log') }])

  expect(Object.keys(pidsOf(processes))).toEqual(['worker'])
})

it('does not restart a stopped process', async () => {
  const folder = temporaryFolder()
  const { it: processes, lines } = supervisor()
  await processes.start([script(folder, 'worker', STAYS)])
  kill(processes, 'worker')
  await eventually(() => expect(lines).toHaveLength(1))

  await processes.stop()

  expect(processes.running()).toEqual([])
  await expect(processes.start([])).rejects.toThrow('stopping')
})

it('fails for a process that exits before it is ready, and shows why', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  const broken = script(folder, 'broken', 'console.error("no such database"); process.exit(3)')

  await expect(processes.start([broken])).rejects.toThrow(
    /^broken ended with exit code 3 before it was ready\. The end of .*:\n {4}no such database$/,
  )
})

it('fails for a process that is idle and not ready', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  const silent = { ...script(folder, 'silent', 'setInterval(() => {}, 1000)'), readyTimeoutMs: 50 }

  await expect(processes.start([silent])).rejects.toThrow(
    'silent is not ready and did nothing for 0.05 s',
  )
})

it('waits for a busy process beyond the idle timeout, and lists it as starting', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  const busy = 'for (const end = performance.now() + 2_500; performance.now() < end;);'
  const body = `note('began'); ${busy} ${STAYS}`
  const slow = { ...script(folder, 'slow', body), readyTimeoutMs: 1_000 }

  const started = processes.start([slow])
  await eventually(() => expect(notes(folder)).toEqual(['began']))
  expect(processes.starting()).toEqual(['slow'])
  await started

  expect(processes.starting()).toEqual([])
})

it('fails for a program that does not exist', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  const absent = { ...script(folder, 'absent', ''), command: 'no-such-program' }

  await expect(processes.start([absent])).rejects.toThrow(/^absent ended with spawn .* ENOENT/)
})

it('kills a process that does not stop in time, with its children, and reports it', async () => {
  const folder = temporaryFolder()
  const { it: processes, lines } = supervisor()
  const parent = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    note(pid); ${DEAF}`
  await processes.start([{ ...script(folder, 'deaf', parent), stopTimeoutMs: 50 }])
  const grandchild = Number(notes(folder)[0])

  await processes.stop()

  expect(lines).toEqual(['deaf did not stop in 0.05 s and was killed'])
  await eventually(() => expect(startTime(grandchild)).toBeUndefined())
})

it('signals all processes at once when hurried, and waits only briefly', async () => {
  const folder = temporaryFolder()
  const { it: processes } = supervisor()
  await processes.start(['one', 'two'].map((name) => script(folder, name, DEAF)))
  const stopped = processes.stop()
  await eventually(() => expect(notes(folder)).toEqual(['heard']))

  await processes.forceStop()
  await stopped

  expect(notes(folder)).toEqual(['heard', 'heard'])
  expect(processes.running()).toEqual([])
})
