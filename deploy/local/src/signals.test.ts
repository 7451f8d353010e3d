import { expect, it } from 'vitest'
import { createShutdownSignals } from './signals.ts'

it('treats the copies of one Ctrl-C as one, and a second Ctrl-C as a request to force the stop', () => {
  let nowMs = 1_000
  const { signals, press } = createShutdownSignals(() => nowMs)

  press()
  nowMs += 20
  press()
  press()
  expect([signals.stop.aborted, signals.forceStop.aborted]).toEqual([true, false])

  nowMs += 600
  press()
  expect(signals.forceStop.aborted).toBe(true)
})
