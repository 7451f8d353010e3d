import { expect, it } from 'vitest'
import { Progress } from './progress.ts'

const PATIENCE_MS = 30_000
const work = (cpuSeconds: number, logBytes = 0) => ({ cpuSeconds, logBytes })

it('waits for a process that uses the CPU, however long it takes', () => {
  const progress = new Progress(PATIENCE_MS, 0, work(0))
  for (let minute = 1; minute <= 60; minute++) {
    expect(progress.stuck(minute * 60_000, work(minute * 4))).toBe(false)
  }
})

it('waits for a process that writes to its log', () => {
  const progress = new Progress(PATIENCE_MS, 0, work(0))
  expect(progress.stuck(31_000, work(0, 80))).toBe(false)
  expect(progress.stuck(62_000, work(0, 160))).toBe(false)
  expect(progress.stuck(93_000, work(0, 160))).toBe(true)
})

it('reports a process that is idle or only polls as stuck after the timeout, not before', () => {
  const progress = new Progress(PATIENCE_MS, 0, work(1))
  expect(progress.stuck(29_999, work(1.5))).toBe(false)
  expect(progress.stuck(30_000, work(1.5))).toBe(true)
})
