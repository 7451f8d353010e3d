import { execFileSync } from 'node:child_process'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { lazyChild } from './log.ts'

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
