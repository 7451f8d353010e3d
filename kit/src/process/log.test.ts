import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import './admin.ts'
import { metrics } from '../telemetry/metrics.ts'
import { createLog, type Logger, lazyChild } from './log.ts'

function openLog(level: string) {
  const lines: Record<string, unknown>[] = []
  const write = (line: Buffer, _: string, done: () => void) => {
    lines.push(JSON.parse(line.toString()))
    done()
  }
  return { log: pino({ level, base: {} }, new Writable({ write })), lines }
}

it('logs with the bindings of its request, which are created on demand', () => {
  const { log, lines } = openLog('info')
  let made = 0
  const child = lazyChild(log, () => ({ requestId: `r-${++made}` }))

  child.debug('nobody hears this')
  expect(made).toBe(0)
  child.info({ ms: 5 }, 'answered')
  child.child({ part: 'x' }).error('failed')

  expect(made).toBe(1)
  expect(lines).toMatchObject([
    { level: 30, requestId: 'r-1', ms: 5, msg: 'answered' },
    { level: 50, requestId: 'r-1', part: 'x', msg: 'failed' },
  ])
})

/** The lines that `write` logs. */
function linesOf(write: (log: Logger) => void): Record<string, unknown>[] {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'it.log')
  write(createLog('it', 'info', file))
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((it) => JSON.parse(it))
}

it('a line has its time in ISO 8601 and the name of its level', () => {
  const [line, child] = linesOf((log) => {
    log.info({ port: 8080 }, 'listening')
    lazyChild(log, () => ({ requestId: 'r-1' })).warn('slow')
  })

  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    service: 'it',
    port: 8080,
    msg: 'listening',
  })
  expect(child).toMatchObject({ level: 'warn', requestId: 'r-1' })
})

it('an outage that many loops and requests notice is one stack trace', () => {
  const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const lines = linesOf((log) => {
    for (let i = 0; i < 240; i++)
      log.child({ requestId: `r-${i}` }).error({ err: away() }, 'failed')
    log.error({ err: new TypeError('a bug') }, 'failed')
  })

  expect(lines.filter(({ err }) => (err as Error).stack).map(({ requestId }) => requestId)).toEqual(
    ['r-0', undefined],
  )
  expect(lines[239]).toMatchObject({
    err: { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    requestId: 'r-239',
  })
})

it('arguments of failed Redis commands, such as the password of AUTH, are not logged', () => {
  const file = JSON.stringify(import.meta.resolve('./log.ts'))
  const program = `import { createLog } from ${file}
    const command = { name: 'auth', args: ['fingerpost', 'swordfish'] }
    createLog('it').warn({ err: Object.assign(new Error('WRONGPASS'), { command }) }, 'redis is unavailable')`
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program]).toString()

  expect(JSON.parse(text)).toMatchObject({
    err: { message: 'WRONGPASS', command: { name: 'auth' } },
  })
  expect(text).not.toContain('swordfish')
})

it('drops and counts lines that the disk has no space for', async () => {
  const log = createLog('it', 'info', '/dev/full')

  log.error({ err: new Error('no space') }, 'clicks are lost')
  log.fatal('stopping')
  createLog('it', 'info', '/no/such/folder/it.log').info('not logged')

  expect(await metrics.metrics()).toContain('fingerpost_log_lines_dropped_total 3\n')
})

it('does not stop a process whose output nothing reads', async () => {
  const program = `import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    process.once('message', () => {
      const log = createLog('it')
      log.info('one')
      log.fatal('two')
      process.send('goes on')
      process.disconnect()
    })
    process.send('ready')`
  const args = ['--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  await once(child, 'message')
  child.stdout?.destroy()

  const exited = once(child, 'exit')
  child.send('log')

  const [note] = await once(child, 'message')
  expect([note, await exited]).toEqual(['goes on', [0, null]])
})
