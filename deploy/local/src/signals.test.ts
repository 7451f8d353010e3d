import { expect, it } from 'vitest'
import { createWishes } from './signals.ts'

it('takes the copies of one Ctrl-C for one, and the next Ctrl-C for a wish to hurry', () => {
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
