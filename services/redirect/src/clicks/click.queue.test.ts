import { createLog } from '@fingerpost/kit/process/log'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clickOf, idsOf } from '../testing/spool.ts'
import { openClickQueue } from './click.queue.ts'
import type { ClickJob } from './job.rules.ts'
import type { Put } from './spool.repository.ts'

/** A spool whose writes the test ends, and a queue that takes jobs or not. */
function open({ queueTakes = true } = {}) {
  const writes: { ids: string[]; done: () => void; fail: () => void }[] = []
  const added: unknown[][] = []
  let seals = 0
  const spool = {
    append: (clicks: readonly Click[], elsewhere: () => Promise<void>) =>
      new Promise<Put>((resolve, reject) => {
        const fail = () => void elsewhere().then(() => resolve('queue'), reject)
        writes.push({ ids: clicks.map(({ id }) => id), done: () => resolve('spool'), fail })
      }),
    seal: async () => void seals++,
    failure: () => (queueTakes ? undefined : new Error('the disk fails')),
  }
  const shipper = {
    isAway: () => !queueTakes,
    async add(jobs: ClickJob[]) {
      if (!queueTakes) throw new Error('away')
      added.push(...jobs.map(idsOf))
    },
  }
  const clicks = openClickQueue(spool, shipper, 1, createLog('redirect', 'silent'))
  return { clicks, writes, added, seals: () => seals }
}

// The clock stands still unless a test advances it, so a busy machine changes nothing.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('clicks of one turn of the event loop are one write, and answers wait for it', async () => {
  const { clicks, writes, added } = open()
  let answered = 0

  const all = ['a', 'b', 'c'].map((id) => clicks.record(clickOf(id)).then(() => answered++))
  await nextTurn()
  await nextTurn()

  expect(writes.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']])
  expect(answered).toBe(0)
  writes[0]?.done()
  await Promise.all(all)
  expect(added).toEqual([])
})

it('clicks that come during a write are the next one', async () => {
  const { clicks, writes } = open()
  void clicks.record(clickOf('a'))
  await nextTurn()
  for (const id of ['b', 'c']) {
    void clicks.record(clickOf(id))
    await nextTurn()
  }
  expect(writes).toHaveLength(1)

  writes[0]?.done()
  await nextTurn()
  await nextTurn()

  expect(writes.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']])
})

it('written clicks are complete jobs after 20 ms, however many writes there were', async () => {
  const { clicks, writes, seals } = open()
  for (const id of ['a', 'b']) {
    const recorded = clicks.record(clickOf(id))
    await nextTurn()
    writes.at(-1)?.done()
    await recorded
  }
  await vi.advanceTimersByTimeAsync(19)
  expect(seals()).toBe(0)

  await vi.advanceTimersByTimeAsync(1)

  expect(seals()).toBe(1)
})

it('clicks that the spool does not take are added to the queue', async () => {
  const { clicks, writes, added } = open()
  const recorded = Promise.all(['a', 'b'].map((id) => clicks.record(clickOf(id))))
  await nextTurn()
  writes[0]?.fail()

  expect(await recorded).toEqual([true, true])
  expect(added).toEqual([['a', 'b']])
  expect(clicks.losesClicks()).toBe(false)
})

it('the visitor is answered even if neither the spool nor the queue takes the click', async () => {
  const { clicks, writes } = open({ queueTakes: false })
  const recorded = clicks.record(clickOf('a'))
  await nextTurn()
  writes[0]?.fail()

  expect(await recorded).toBe(false)
  expect(clicks.losesClicks()).toBe(true)
})

it('closing waits until pending clicks are stored', async () => {
  const { clicks, writes } = open()
  void clicks.record(clickOf('a'))
  await nextTurn()
  void clicks.record(clickOf('b'))

  let closed = false
  const closing = clicks.close().then(() => {
    closed = true
  })
  await nextTurn()
  expect(writes.map(({ ids }) => ids)).toEqual([['a'], ['b']])
  expect(closed).toBe(false)
  for (const it of writes) it.done()
  await closing
})
