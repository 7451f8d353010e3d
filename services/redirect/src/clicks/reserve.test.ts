import { mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'
import { openSmallDisk } from '@fingerpost/kit/testing/small-disk'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClickJob } from './click.queue.ts'
import { openReserve } from './reserve.repository.ts'
import { openSpool, readLine } from './spool.repository.ts'
import { openSpoolWorker } from './spool.worker.ts'

const log = createLog('redirect', 'silent')
const RESERVE = 256 * 1024
const PARTS = 16
const disk = openSmallDisk(4 * 1024 * 1024)
afterAll(() => disk?.close())

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

  const batch = (id: string): ClickJob => ({ clicks: [{ id: id.padEnd(500, '-') }] })
  const list = async (path: string) => (await readdir(join(folder, path)).catch(() => [])).sort()
  const spooled = async () => (await list('')).filter((it) => it !== RESERVE_FOLDER)
  const parts = () => list(RESERVE_FOLDER)

  /** A process that shares the folder. */
  async function openProcess() {
    const reserve = openReserve(folder, RESERVE)
    while (await reserve.fill());
    const spool = openSpool(folder, () => Number.POSITIVE_INFINITY, reserve)
    return { reserve, spool }
  }
  type Process = Awaited<ReturnType<typeof openProcess>>

  /** Appends batches until the first one is refused; returns the ids of the others. */
  async function appendAll({ spool }: Process, name: string): Promise<string[]> {
    for (const stored: string[] = []; ; ) {
      const id = `${name}-${stored.length}`
      try {
        await spool.append({ jobId: id, batch: batch(id) })
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
        return stored
      }
      stored.push(id)
    }
  }

  /** Replays all files; returns the ids of the jobs. */
  function replay({ spool }: Process): string[] {
    const added: string[] = []
    const queue = { add: async (id: string) => void added.push(id) }
    closers.push(openSpoolWorker(spool, queue, async () => {}, log).close)
    return added
  }

  it('batches overwrite the reserve, and are replayed in order and once', async () => {
    const one = await openProcess()
    fill()

    const stored = await appendAll(one, 'job')
    expect(stored.length).toBeGreaterThan((0.8 * RESERVE) / 600)
    expect([one.reserve.freeBytes(), await parts()]).toEqual([0, []])
    expect((await spooled()).length).toBe(PARTS)

    const added = replay(one)
    await vi.waitFor(async () => expect(await spooled()).toEqual([]))
    expect(added).toEqual(stored)
  })

  it('replayed batches leave their space to the reserve, and to no other file', async () => {
    const one = await openProcess()
    fill()
    await appendAll(one, 'job')
    replay(one)

    await vi.waitFor(async () => expect(await parts()).toHaveLength(PARTS))

    expect((await appendAll(one, 'again')).length).toBeGreaterThan(0)
  })

  it('the spool counts as writable until the reserve is used up, and again once there is space', async () => {
    const one = await openProcess()
    const failure = async () => {
      await one.spool.check()
      return one.spool.failure()
    }
    fill()
    expect(await failure()).toBeUndefined()
    await one.spool.append({ jobId: 'job', batch: batch('a') })
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
    const processes = await Promise.all([openProcess(), openProcess(), openProcess()])
    expect(await parts()).toHaveLength(PARTS)
    fill()

    const stored = await Promise.all(processes.map((it, i) => appendAll(it, `job-${i}`)))

    const texts = await Promise.all(
      (await spooled()).map((it) => readFile(join(folder, it), 'utf8')),
    )
    const ids = texts.flatMap((it) => it.split('\n').map((line) => readLine(line)?.jobId ?? ''))
    expect(ids.filter(Boolean).sort()).toEqual(stored.flat().sort())
  })

  it('a process whose part was taken over while it was paused damages no part', async () => {
    const [paused, other] = [await openProcess(), await openProcess()]
    fill()
    await paused.spool.append({ jobId: 'before', batch: batch('a') })
    for (const name of await spooled()) await utimes(join(folder, name), 1, 1)
    const added = replay(other)
    await vi.waitFor(async () => expect(await spooled()).toEqual([]))
    free()
    while (await other.reserve.fill());

    await paused.spool.append({ jobId: 'after', batch: batch('b') })
    await paused.spool.release()

    await vi.waitFor(() => expect(added).toEqual(['before', 'after']))
    expect(await parts()).toHaveLength(PARTS)
    for (const name of await parts()) {
      const bytes = await readFile(join(folder, RESERVE_FOLDER, name))
      expect(bytes.equals(Buffer.alloc(RESERVE / PARTS, '\n'))).toBe(true)
    }
  })

  it('the reserve is not made of the last free space', async () => {
    fill()

    const { reserve } = await openProcess()

    expect([await reserve.fill(), await parts()]).toEqual([false, []])
  })
})
