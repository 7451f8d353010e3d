import { mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setPace } from '@fingerpost/kit/process/pace'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'
import { openSmallDisk } from '@fingerpost/kit/testing/small-disk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { idsOf, openProcess, openTestQueue, spooledJobs } from '../testing/spool.ts'

const RESERVE = 256 * 1024
const PARTS = 16
const LONGER = { timeout: 10_000 }
const disk = openSmallDisk(4 * 1024 * 1024)
beforeAll(() => setPace(100)) // a busy machine is no disk that does not answer
afterAll(() => {
  setPace(1)
  disk?.close()
})

describe.skipIf(!disk)('on a full disk (needs permission to mount one)', () => {
  const fill = () => disk?.fill()
  const free = () => disk?.free()
  const closers: (() => Promise<unknown>)[] = []
  let folder: string

  beforeEach(async () => {
    folder = join(disk?.folder ?? '', crypto.randomUUID())
    await mkdir(folder)
  })
  afterEach(async () => {
    free()
    for (const close of closers.splice(0)) await close()
  })

  const list = async (path: string) => (await readdir(join(folder, path)).catch(() => [])).sort()
  const spooled = async () => (await list('')).filter((it) => it !== RESERVE_FOLDER)
  const parts = () => list(RESERVE_FOLDER)

  /** A process that shares the folder. */
  const open = () => openProcess(folder, { reserve: RESERVE })
  type Process = Awaited<ReturnType<typeof open>>
  const append = ({ append }: Process, id: string) => append(id.padEnd(500, '-'))

  /** Appends clicks until the first one is refused; returns the ids of the others. */
  async function appendAll(process: Process, name: string): Promise<string[]> {
    for (const stored: string[] = []; ; ) {
      const id = `${name}-${stored.length}`
      try {
        await append(process, id)
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
        return stored
      }
      stored.push(id)
    }
  }

  const short = (ids: readonly unknown[]) => ids.map((id) => String(id).replace(/-+$/, ''))

  /** Sends all files; returns the ids of the clicks. */
  function ship(process: Process): () => string[] {
    const queue = openTestQueue()
    closers.push(process.ship(queue).close)
    return () => short(queue.clicks().flat())
  }

  it('clicks overwrite the reserve, and are sent in order and once', async () => {
    const one = await open()
    fill()

    const stored = await appendAll(one, 'job')
    expect(stored.length).toBeGreaterThan((0.8 * RESERVE) / 600)
    expect([one.reserve.freeBytes(), await parts()]).toEqual([0, []])
    expect((await spooled()).length).toBe(PARTS)

    await one.spool.seal()
    const sent = ship(one)
    await vi.waitFor(async () => expect(await spooled()).toEqual([]), LONGER)
    expect(sent()).toEqual(stored)
  })

  it('sent clicks leave their space to the reserve, and to no other file', async () => {
    const one = await open()
    fill()
    await appendAll(one, 'job')
    await one.spool.close()
    ship(one)

    await vi.waitFor(async () => expect(await parts()).toHaveLength(PARTS), LONGER)

    await append(one, 'again')
  })

  it('the spool counts as writable until the reserve is used up, and again once there is space', async () => {
    const one = await open()
    const failure = async () => {
      await one.spool.check()
      return one.spool.failure()
    }
    fill()
    expect(await failure()).toBeUndefined()
    await append(one, 'a')
    expect(await failure()).toBeUndefined()

    await appendAll(one, 'job')
    expect(one.spool.failure()).toMatchObject({ code: 'ENOSPC' })
    expect(await failure()).toMatchObject({ code: 'ENOSPC' })
    free()

    expect(await failure()).toBeUndefined()
    while (await one.reserve.fill());
    expect(await parts()).toHaveLength(PARTS)
  })

  it('processes that share the folder share one reserve, and each of its parts has one writer', async () => {
    const processes = await Promise.all([open(), open(), open()])
    expect(await parts()).toHaveLength(PARTS)
    fill()

    const stored = await Promise.all(processes.map((it, i) => appendAll(it, `job-${i}`)))

    const ids = short((await spooledJobs(folder)).flatMap(idsOf))
    expect(ids.sort()).toEqual(stored.flat().sort())
  })

  it('a process whose part was taken over while it was paused damages no part', async () => {
    const [paused, other] = [await open(), await open()]
    fill()
    await append(paused, 'before')
    for (const name of await spooled()) await utimes(join(folder, name), 1, 1)
    const sent = ship(other)
    await vi.waitFor(async () => expect(await spooled()).toEqual([]), LONGER)
    free()
    while (await other.reserve.fill());

    await append(paused, 'after')
    await paused.spool.close()
    for (const name of await spooled()) await utimes(join(folder, name), 1, 1)

    await vi.waitFor(() => expect(sent()).toEqual(['before', 'after']), LONGER)
    expect(await parts()).toHaveLength(PARTS)
    for (const name of await parts()) {
      const bytes = await readFile(join(folder, RESERVE_FOLDER, name))
      expect(bytes.equals(Buffer.alloc(RESERVE / PARTS, '\n'))).toBe(true)
    }
  })

  it('the reserve is not made of the last free space', async () => {
    fill()

    const { reserve } = await open()

    expect([await reserve.fill(), await parts()]).toEqual([false, []])
  })
})
