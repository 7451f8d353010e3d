import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grant, type LimitState, startOf, takeOne } from './limit.rules.ts'

const fresh: LimitState = { counter_id: null, granted: 0, used: 0, taken: 0 }

it('grants a quarter of what is left, at least one, and nothing beyond the limit', () => {
  let state = fresh
  const grants = []
  for (let used = 0; ; used = state.granted) {
    const { state: next, answer } = grant(state, 10, 'a', used)
    if (answer.granted === used) break
    grants.push(answer.granted - used)
    state = next
  }
  expect(grants).toEqual([3, 2, 2, 1, 1, 1])
  expect(takeOne(state, 10).answer).toEqual({ taken: false, pending: true })
})

it('gives the same answer to the same question', () => {
  const first = grant(fresh, 10, 'a', 0)

  expect(grant(first.state, 10, 'a', 0).answer).toEqual(first.answer)
})

it('counts what a lost counter was granted as given out', () => {
  const { state } = grant(fresh, 10, 'a', 0)

  expect(grant(state, 10, 'b', 0).answer.elsewhere).toBe(3)
})

it('knows that nothing is pending once the counter told that all is used', () => {
  const { state } = grant(fresh, 1, 'a', 0)
  const told = grant(state, 1, 'a', 1)

  expect(takeOne(state, 1).answer).toEqual({ taken: false, pending: true })
  expect(takeOne(told.state, 1).answer).toEqual({ taken: false, pending: false })
})

it('never gives out more than the limit, whatever is asked, lost and taken in between', () => {
  const step = fc.record({
    kind: fc.constantFrom('grant', 'take', 'lose', 'use'),
    amount: fc.nat(5),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(step, { maxLength: 120 }),
      (limit, steps) => {
        let state = fresh
        let counter = { id: 0, used: 0, granted: 0 }
        let served = 0
        for (const { kind, amount } of steps) {
          if (kind === 'lose') counter = { id: counter.id + 1, used: 0, granted: 0 }
          if (kind === 'use') {
            const now = Math.min(amount, counter.granted - counter.used)
            counter.used += now
            served += now
          }
          if (kind === 'take') {
            const done = takeOne(state, limit)
            state = done.state
            served += Number(done.answer.taken)
          }
          if (kind === 'grant') {
            const done = grant(state, limit, `${counter.id}`, counter.used)
            state = done.state
            counter.granted = Math.max(counter.granted, done.answer.granted)
          }
        }
        expect(served).toBeLessThanOrEqual(limit)
      },
    ),
  )
})

it('begins with the clicks of a link that had no limit before', () => {
  const visited = startOf({ ...fresh, clicks: 5 })

  expect(takeOne(visited, 5).answer).toEqual({ taken: false, pending: false })
  expect(takeOne(visited, 6).answer.taken).toBe(true)
  expect(startOf({ ...fresh, counter_id: 'a', clicks: 5 }).taken).toBe(0)
})
