import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClickJob } from './click.queue.ts'
import { openReserve } from './reserve.repository.ts'
import { openSpool, readLine, type Spool } from './spool.repository.ts'
import { openSpoolWorker } from './spool.worker.ts'

const log = createLog('redirect', 'silent')
const closers: (() => Promise<unknown>)[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await rm(folder, { recursive: true })
})

const batch = (...ids: string[]): ClickJob => ({ clicks: ids.map((id) => ({ id })) })
const noReserve = () => openReserve(folder, 0)
const open = (maxBytes = 1_000_000) => {
  const spool: Spool = openSpool(folder, () => maxBytes - spool.bytes(), noReserve())
  return spool
}
const files = async () => (await readdir(folder)).sort()
const ageAll = async () => {
  for (const name of await files()) await utimes(join(folder, name), 1, 1)
}

/** A queue that can be made unavailable; records the added jobs. */
function openQueue() {
  const added: { jobId: string; ids: string[] }[] = []
  const queue = {
    away: false,
    pings: 0,
    added,
    async ping() {
      queue.pings++
      if (queue.away) throw new Error('away')
    },
    async add(jobId: string, { clicks }: ClickJob) {
      await queue.ping()
      added.push({ jobId, ids: clicks.map(({ id }) => id) })
    },
  }
  return queue
}

function startWorker(spool = open(), queue = openQueue(), isFar = false) {
  const worker = openSpoolWorker(spool, queue, queue.ping, log, isFar)
  closers.push(worker.close)
  return { spool, queue, worker }
}

it('batches are replayed unchanged, in order and under their ids, once the queue is back', async () => {
  const { queue, worker } = startWorker()
  queue.away = true

  expect(await worker.overflow.store('job-1', batch('a', 'b'))).toBe('spool')
  expect(await worker.overflow.store('job-2', batch('c'))).toBe('spool')
  expect(worker.overflow.bypassQueue).toBe(true)
  expect(queue.added).toEqual([])
  queue.away = false

  await vi.waitFor(() => expect(worker.overflow.bypassQueue).toBe(false))
  await vi.waitFor(async () => expect(await files()).toEqual([]))
  expect(queue.added).toEqual([
    { jobId: 'job-1', ids: ['a', 'b'] },
    { jobId: 'job-2', ids: ['c'] },
  ])
})

describe('a spool file of another process', () => {
  it('is taken over at once when it was stopped', async () => {
    const before = startWorker()
    before.queue.away = true
    await before.worker.overflow.store('job-1', batch('a'))
    await before.worker.close()

    const { queue } = startWorker()

    await vi.waitFor(() => expect(queue.added).toEqual([{ jobId: 'job-1', ids: ['a'] }]))
    await vi.waitFor(async () => expect(await files()).toEqual([]))
  })

  it('is taken over when it has not been written to for a while', async () => {
    const killed = open()
    await killed.append({ jobId: 'job-1', batch: batch('a') })

    expect(await open().list()).toEqual([])
    await ageAll()

    const { queue } = startWorker()
    await vi.waitFor(() => expect(queue.added).toEqual([{ jobId: 'job-1', ids: ['a'] }]))
  })

  it('is taken by only one process', async () => {
    const left = open()
    await left.append({ jobId: 'job-1', batch: batch('a') })
    await left.release()
    const [name = ''] = await open().list()

    const taken = await Promise.all([open().take(name), open().take(name), open().take(name)])

    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('may end in a line that was torn when its writer was killed', async () => {
    const killed = open()
    await killed.append({ jobId: 'job-1', batch: batch('a') })
    await killed.append({ jobId: 'job-2', batch: batch('b') })
    const [name = ''] = await files()
    await truncate(join(folder, name), (await stat(join(folder, name))).size - 5)
    await ageAll()

    const { queue } = startWorker()

    await vi.waitFor(async () => expect(await files()).toEqual([]))
    expect(queue.added).toEqual([{ jobId: 'job-1', ids: ['a'] }])
  })
})

it('a process whose file was taken over writes to a new one, and no click is lost', async () => {
  const paused = open()
  await paused.append({ jobId: 'job-1', batch: batch('a') })
  await ageAll()
  const successor = startWorker()
  await vi.waitFor(async () => expect(await files()).toEqual([]))

  await paused.append({ jobId: 'job-2', batch: batch('b') })
  await paused.release()

  await vi.waitFor(() =>
    expect(successor.queue.added.map(({ jobId }) => jobId)).toEqual(['job-1', 'job-2']),
  )
})

it('replay of a file resumes where it stopped when the queue failed', async () => {
  const left = open()
  for (let i = 0; i < 100; i++) await left.append({ jobId: `job-${i}`, batch: batch('a') })
  await left.release()
  const queue = openQueue()
  const add = queue.add
  queue.add = async (jobId, it) => {
    if (queue.added.length >= 32) queue.away = true
    await add(jobId, it)
  }

  const { worker } = startWorker(open(), queue)
  await vi.waitFor(() => expect(worker.overflow.bypassQueue).toBe(true))
  queue.add = add
  queue.away = false

  await vi.waitFor(async () => expect(await files()).toEqual([]))
  expect(queue.added).toHaveLength(100)
  expect(new Set(queue.added.map(({ jobId }) => jobId)).size).toBe(100)
})

it('a full spool rejects batches', async () => {
  const { queue, worker } = startWorker(open(200))
  queue.away = true

  expect(await worker.overflow.store('job-1', batch('a'))).toBe('spool')
  expect(await worker.overflow.store('job-2', batch('b'.repeat(200)))).toBe('nowhere')
})

it('large files are rotated, so that they can be emptied one by one', async () => {
  const spool = open(100_000_000)
  const large = batch('x'.repeat(1_000_000))

  for (let i = 0; i < 10; i++) await spool.append({ jobId: `job-${i}`, batch: large })

  expect((await files()).map((name) => name.replace(/.*\./, ''))).toEqual(['full', 'open'].sort())
})

it('a folder that is not writable is an error at startup', async () => {
  await writeFile(join(folder, 'file'), '')

  const spool = openSpool(join(folder, 'file', 'spool'), () => 1, noReserve())
  await expect(spool.prepare()).rejects.toThrow()
})

it.each(['', '{', '{}', '{"jobId":1,"batch":{"clicks":[]}}', '{"jobId":"a","batch":{}}', 'null'])(
  'the line %j is not a batch',
  (line) => {
    expect(readLine(line)).toBeUndefined()
  },
)

describe('in another region than the queue', () => {
  const startFar = (spool = open()) => startWorker(spool, openQueue(), true)

  it('every batch goes to the spool first, and from there to the queue in order', async () => {
    const { queue, worker } = startFar()
    const ids = Array.from({ length: 1_000 }, (_, i) => `job-${i}`)

    for (const id of ids) expect(await worker.overflow.store(id, batch(id))).toBe('outbound')

    await vi.waitFor(() => expect(queue.added.map(({ jobId }) => jobId)).toEqual(ids))
    await vi.waitFor(async () => expect(await files()).toEqual([]))
    expect(worker.overflow.bypassQueue).toBe(true)
  })

  it('batches stay in the spool while the queue is unavailable', async () => {
    const { queue, worker } = startFar()
    queue.away = true
    expect(await worker.overflow.store('job-1', batch('a'))).toBe('outbound')
    await vi.waitFor(() => expect(queue.pings).toBeGreaterThan(2))
    expect(queue.added).toEqual([])

    queue.away = false

    await vi.waitFor(() => expect(queue.added).toEqual([{ jobId: 'job-1', ids: ['a'] }]))
  })

  it('a batch for which the spool has no room goes to the queue', async () => {
    const { queue, worker } = startFar(open(1))

    expect(await worker.overflow.store('job-1', batch('a'))).toBe('queue')
    queue.away = true
    expect(await worker.overflow.store('job-2', batch('b'))).toBe('nowhere')

    expect(queue.added).toEqual([{ jobId: 'job-1', ids: ['a'] }])
  })
})
