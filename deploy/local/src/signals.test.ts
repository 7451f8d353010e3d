import { expect, it } from 'vitest'
import { createWishes } from './signals.ts'

it('treats the copies of one Ctrl-C as one, and a second Ctrl-C as a request to hurry', () => {
  let nowMs = 1_000
  const { wishes, press } = createWishes(() => nowMs)

  press()
  nowMs += 20
  press()
  press()
  expect([wishes.stop.aborted, wishes.hurry.aborted]).toEqual([true, false])

  nowMs += 600
  press()
  expect(wishes.hurry.aborted).toBe(true)
})
