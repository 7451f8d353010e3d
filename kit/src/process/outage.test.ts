import { afterEach, expect, it, vi } from 'vitest'
import type { Logger } from './log.ts'
import { createOutage } from './outage.ts'

afterEach(() => void vi.useRealTimers())

function heard() {
  const lines: string[] = []
  const hear = (level: string) => (fields: object, text: string) =>
    lines.push([level, ...Object.keys(fields), text].join(' '))
  const log = { info: hear('info'), warn: hear('warn'), error: hear('error') }
  return { lines, log: log as unknown as Logger }
}

it('an outage is one error, a line a minute, and its end with the number of failures', () => {
  vi.useFakeTimers()
  const { lines, log } = heard()
  const outage = createOutage('reading fails')
  for (let i = 0; i < 700; i++) {
    outage.failed(log, new Error('away'), { role: 'cache' })
    vi.advanceTimersByTime(200)
  }
  expect(outage.lasts).toBe(true)
  outage.ended(log, { role: 'cache' })
  outage.ended(log)

  expect(outage.lasts).toBe(false)
  expect(lines).toEqual([
    'warn err role reading fails',
    'warn role reading fails: for 60 s, 301 failures',
    'warn role reading fails: for 120 s, 601 failures',
    'info role reading fails: over after 140 s, 700 failures',
  ])
})

it('the next outage is logged like the first', () => {
  const { lines, log } = heard()
  const outage = createOutage('clicks are lost', 'error')
  for (const _ of [1, 2]) {
    outage.failed(log, new Error('away'))
    outage.ended(log)
  }

  expect(lines).toEqual([
    'error err clicks are lost',
    'info clicks are lost: over after 0 s, 1 failure',
    'error err clicks are lost',
    'info clicks are lost: over after 0 s, 1 failure',
  ])
})
