import { expect, it, onTestFinished, vi } from 'vitest'
import { everyDay } from './schedule.ts'

const at = (day: number) => new Date(`2026-11-0${day}T03:14:59.990Z`)

it('runs once a day at the time of day, until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(1) })
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  const days: number[] = []
  const work = async () => {
    days.push(new Date().getUTCDate())
    if (days.length === 2) stop.abort()
    vi.setSystemTime(at(days.length + 1))
  }
  await everyDay('03:15', work, stop.signal)
  expect(days).toEqual([1, 2])
})

it('does not run when it is stopped while it waits', async () => {
  const stop = new AbortController()
  const work = vi.fn()
  const waiting = everyDay('03:15', work, stop.signal)
  stop.abort()
  await waiting
  expect(work).not.toHaveBeenCalled()
})
