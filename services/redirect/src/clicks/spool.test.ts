import {
  appendFile,
  type FileHandle,
  mkdtemp,
  open as openFile,
  readdir,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clickOf, openProcess, openTestQueue, spooledJobs } from '../testing/spool.ts'

const closers: (() => Promise<unknown>)[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await rm(folder, { recursive: true })
})

type Process = Awaited<ReturnType<typeof openProcess>>
const open = (maxBytes?: number) => openProcess(folder, maxBytes === undefined ? {} : { maxBytes })
function ship(process: Process, queue = openTestQueue()) {
  const { close } = process.ship(queue)
  closers.push(close)
  return queue
}
const files = async () => (await readdir(folder)).sort()
const ageAll = async () => {
  for (const name of await files()) await utimes(join(folder, name), 1, 1)
}
const empty = () => vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 5_000 })

it('clicks of several writes are one job, which is sent when it is complete', async () => {
  const process = await open()
  const queue = ship(process)

  await process.append('a', 'b')
  await process.append('c')
  await vi.waitFor(() => expect(queue.pings).toBeGreaterThan(0))
  expect(queue.added).toEqual([])
  await process.spool.seal()
  await process.append('d')
  await process.spool.close()

  await empty()
  expect(queue.clicks()).toEqual([['a', 'b', 'c'], ['d']])
  expect(new Set(queue.added.map(({ id }) => id)).size).toBe(2)
})

it('a job has at most 500 clicks', async () => {
  const process = await open()
  for (let i = 0; i < 6; i++)
    await process.append(...Array.from({ length: 200 }, (_, j) => `${i}-${j}`))
  await process.spool.close()

  const queue = ship(process)

  await empty()
  expect(queue.clicks().map(({ length }) => length)).toEqual([400, 400, 400])
})

it('jobs wait while the queue is unavailable, and are sent in order and under their ids', async () => {
  const process = await open()
  const queue = openTestQueue()
  queue.away = true
  ship(process, queue)
  for (const id of ['a', 'b', 'c']) {
    await process.append(id)
    await process.spool.seal()
  }
  const waiting = { isAway: true, waitingSinceMs: expect.any(Number) }
  await vi.waitFor(() => expect(process.reports.at(-1)).toEqual(waiting), { timeout: 5_000 })
  const held = await spooledJobs(folder)
  queue.away = false
  await process.spool.close()

  await empty()
  expect(queue.added).toEqual(held)
  await vi.waitFor(() =>
    expect(process.reports.at(-1)).toEqual({ isAway: false, waitingSinceMs: undefined }),
  )
})

it('sending a file resumes where it stopped when the queue failed', async () => {
  const process = await open()
  for (let i = 0; i < 200; i++) {
    await process.append(`${i}`)
    await process.spool.seal()
  }
  await process.spool.close()
  const queue = openTestQueue()
  const { add } = queue
  queue.add = async (job) => {
    if (queue.added.length >= 64) throw new Error('away')
    await add(job)
  }
  const sent = ship(process, queue)
  await vi.waitFor(() => expect(process.reports.at(-1)?.isAway).toBe(true))
  expect(sent.added).toHaveLength(64)
  queue.add = add
  closers.pop()
  const later = ship(process, openTestQueue())

  await empty()
  expect(later.added.length).toBe(200)
  expect(new Set(later.added.map(({ id }) => id))).toEqual(
    new Set([...sent.added, ...later.added].map(({ id }) => id)),
  )
})

describe('a file of another process', () => {
  it('is taken over at once when it was stopped', async () => {
    const stopped = await open()
    const away = openTestQueue()
    away.away = true
    const { close } = stopped.ship(away)
    await stopped.append('a')
    await stopped.spool.close()
    await close()

    const queue = ship(await open())

    await empty()
    expect(queue.clicks()).toEqual([['a']])
  })

  it('is taken over when it has not been written to for a while, as the same jobs', async () => {
    const killed = await open()
    await killed.append('a')
    await killed.append('b')
    const held = await spooledJobs(folder)
    const queue = ship(await open())
    await vi.waitFor(() => expect(queue.pings).toBeGreaterThan(0))
    expect(queue.added).toEqual([])
    await ageAll()

    await empty()
    expect(queue.added).toEqual(held)
    expect(queue.clicks()).toEqual([['a', 'b']])
  })

  it('is taken by only one process', async () => {
    const killed = await open()
    await killed.append('a')
    await ageAll()

    const queues = [ship(await open()), ship(await open()), ship(await open())]

    await empty()
    expect(queues.flatMap((it) => it.clicks())).toEqual([['a']])
  })

  it('may end in a line that was torn when its writer was killed', async () => {
    const killed = await open()
    await killed.append('a')
    await killed.append('b')
    const [name = ''] = await files()
    await truncate(join(folder, name), (await stat(join(folder, name))).size - 5)
    await ageAll()
    const process = await open()

    const queue = ship(process)

    await empty()
    expect(queue.clicks()).toEqual([['a']])
    expect(process.reports.find((it) => it.damaged)?.damaged).toBe(1)
  })
})

it('a paused process whose file was taken over writes its clicks again, and none is sent twice', async () => {
  const paused = await open()
  const own = ship(paused)
  await paused.append('a')
  await ageAll()
  const other = ship(await open())
  await vi.waitFor(() => expect(other.clicks()).toEqual([['a']]))
  await empty()

  await paused.append('b', 'c')
  await paused.append('d')
  await paused.spool.close()

  await empty()
  expect([...other.clicks(), ...own.clicks()]).toEqual([['a'], ['b', 'c', 'd']])
})

it('clicks that were written before a file was taken over are not written again', async () => {
  const paused = await open()
  await paused.append('a')
  const [name = ''] = await files()
  await paused.append('b')
  await appendFile(join(folder, name), '\n\n')
  await ageAll()
  const queue = ship(await open())
  await empty()

  await paused.append('c')
  await paused.spool.close()
  await ageAll()

  await empty()
  expect(queue.clicks()).toEqual([['a', 'b'], ['c']])
})

it('a full spool rejects clicks, and takes them again when its files are sent', async () => {
  const process = await open(500)
  await process.append('a')
  await expect(process.append('b'.repeat(500))).rejects.toThrow('the spool is full')
  expect(process.spool.failure()).toBeDefined()

  process.spool.measured(0)
  await process.append('b')

  expect(process.spool.failure()).toBeUndefined()
})

it('large files are rotated, so that they can be sent one by one', async () => {
  const process = await open()
  const large = 'x'.repeat(1_000_000)

  for (let i = 0; i < 10; i++) await process.append(`${i}${large}`)

  expect(await files()).toHaveLength(2)
  await process.spool.close()
  const queue = ship(process)
  await empty()
  expect(queue.clicks().flat()).toHaveLength(10)
})

describe('while a write does not return', () => {
  /** Writes of this process return when the test says so. */
  async function stall() {
    const file = await openFile(import.meta.filename)
    const handles = Object.getPrototypeOf(file) as FileHandle
    await file.close()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { write } = handles
    vi.spyOn(handles, 'write').mockImplementationOnce(async function (
      this: FileHandle,
      ...given: unknown[]
    ) {
      await promise
      return Reflect.apply(write, this, given)
    } as FileHandle['write'])
    onTestFinished(() => void vi.restoreAllMocks())
    return resolve
  }

  it('clicks go to the queue, and not to the spool as well when it returns', async () => {
    const process = await open()
    await process.append('a')
    const resume = await stall()
    const elsewhere: string[] = []
    const put = (id: string) =>
      process.spool.append([clickOf(id)], async () => void elsewhere.push(id))

    expect([await put('b'), await put('c')]).toEqual(['queue', 'queue'])
    expect(process.spool.failure()).toMatchObject({
      message: expect.stringContaining('not answer'),
    })
    resume()
    await vi.waitFor(async () => expect(await put('d')).toBe('spool'))
    await process.spool.close()

    const queue = ship(process)
    await empty()
    expect(queue.clicks().flat()).toEqual(['a', 'd'])
    expect(elsewhere.slice(0, 2)).toEqual(['b', 'c'])
  })

  it('and the queue takes no clicks, they wait for it', async () => {
    const process = await open()
    const resume = await stall()
    const waiting = Promise.all([process.append('a'), process.append('b')])
    setTimeout(resume, 100)

    expect(await waiting).toEqual(['spool', 'spool'])
    await process.spool.close()

    const queue = ship(process)
    await empty()
    expect(queue.clicks()).toEqual([['a', 'b']])
  })
})

it('a folder that is not writable is an error at startup', async () => {
  await writeFile(join(folder, 'file'), '')

  const { spool } = await openProcess(join(folder, 'file', 'spool'))
  await expect(spool.prepare()).rejects.toThrow()
})
