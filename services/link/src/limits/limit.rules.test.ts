import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grant, type LimitState, takeOne } from './limit.rules.ts'

const fresh: LimitState = { counter_id: null, granted: 0, used: 0, taken: 0, limit_version: 0 }
const ask = (counter_id: string, used: number, limit_version = 0) => ({
  counter_id,
  used,
  limit_version,
})

it('grants a quarter of what is left, at least one, and nothing beyond the limit', () => {
  let state = fresh
  const grants = []
  for (let used = 0; ; used = state.granted) {
    const { state: next, answer } = grant(ask('a', used), state, 10, used)
    if (answer.granted === used) break
    grants.push(answer.granted - used)
    state = next
  }
  expect(grants).toEqual([3, 2, 2, 1, 1, 1])
  expect(takeOne(state, 10, 0).answer).toEqual({ taken: false, pending: true })
})

it('gives the same answer to a repeated request', () => {
  const first = grant(ask('a', 0), fresh, 10, 0)

  expect(grant(ask('a', 0), first.state, 10, 0).answer).toEqual(first.answer)
})

it('counts the grants of a lost counter as used', () => {
  const { state } = grant(ask('a', 0), fresh, 10, 0)

  expect(grant(ask('b', 0), state, 10, 0).answer.elsewhere).toBe(3)
})

it('reports nothing pending once the counter has used its whole grant', () => {
  const { state } = grant(ask('a', 0), fresh, 1, 0)
  const after = grant(ask('a', 1), state, 1, 0)

  expect(takeOne(state, 1, 0).answer).toEqual({ taken: false, pending: true })
  expect(takeOne(after.state, 1, 0).answer).toEqual({ taken: false, pending: false })
})

it('never exceeds the limit, whatever is granted, lost, changed and taken in between', () => {
  const step = fc.record({
    kind: fc.constantFrom('grant', 'take', 'lose', 'use', 'change', 'count'),
    amount: fc.nat(20),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(step, { maxLength: 120 }),
      (first, steps) => {
        let limit = first
        let version = 0
        let state = fresh
        let counter = { id: 0, used: 0, granted: 0, elsewhere: 0, version: 0 }
        let served = 0
        let clicks = 0
        let excess = 0
        const serve = (number: number) => {
          served += number
          if (number > 0) excess = Math.max(excess, served - limit)
        }
        for (const { kind, amount } of steps) {
          if (kind === 'lose')
            counter = { id: counter.id + 1, used: 0, granted: 0, elsewhere: 0, version }
          if (kind === 'use' && version === counter.version) {
            const left = Math.min(counter.granted, limit - counter.elsewhere) - counter.used
            const now = Math.max(0, Math.min(amount, left))
            counter.used += now
            serve(now)
          }
          if (kind === 'take') {
            const done = takeOne(state, limit, clicks, version)
            state = done.state
            serve(Number(done.answer.taken))
          }
          if (kind === 'grant') {
            const done = grant(ask(`${counter.id}`, counter.used, version), state, limit, clicks)
            state = done.state
            counter.granted = Math.max(counter.granted, done.answer.granted)
            counter.elsewhere = Math.max(counter.elsewhere, done.answer.elsewhere)
            counter.version = version
          }
          if (kind === 'change') {
            // Without a limit for a while; all of those clicks are counted before the next limit.
            served += amount
            clicks = served
            limit = Math.max(1, limit + amount - 10)
            version++
          }
          if (kind === 'count') clicks = Math.max(clicks, served - amount)
        }
        expect(excess).toBe(0)
      },
    ),
    { numRuns: 20_000 },
  )
})

it('counts the clicks that a link had before its limit', () => {
  expect(takeOne(fresh, 5, 5).answer).toEqual({ taken: false, pending: false })
  expect(takeOne(fresh, 6, 5).answer.taken).toBe(true)
  expect(grant(ask('a', 0), fresh, 5, 5).answer).toEqual({ granted: 0, elsewhere: 5 })
})

it('counts clicks while there was no limit once, when the limit is set again', () => {
  const { state } = grant(ask('a', 0), fresh, 10, 0)
  const again = grant(ask('a', 2, 7), state, 10, 9)

  expect(again.answer).toEqual({ granted: 3, elsewhere: 7 })
  expect(grant(ask('a', 2, 7), again.state, 10, 10).answer).toEqual(again.answer)
})

it('waits for the counter after a time without a limit, as clicks then may be its own or not', () => {
  const { state } = grant(ask('a', 0), fresh, 1, 0)
  const unlimited = 1

  const asked = takeOne(state, 2, unlimited, 1)
  expect(asked).toEqual({ state, answer: { taken: false, pending: true } })
  expect(takeOne(state, 1, unlimited, 1).answer).toEqual({ taken: false, pending: false })
  expect(grant(ask('a', 0, 1), asked.state, 1, unlimited).answer.elsewhere).toBe(1)
  expect(takeOne(fresh, 2, unlimited, 1).answer.taken).toBe(true)
})

it('recognizes a used-up link by its clicks if the counter has not reported', () => {
  const { state } = grant(ask('a', 0), fresh, 100, 0)

  expect(takeOne(state, 10, 9).answer).toEqual({ taken: false, pending: true })
  expect(takeOne(state, 10, 10).answer).toEqual({ taken: false, pending: false })
})
