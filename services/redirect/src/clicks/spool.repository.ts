import { access, chmod, constants, mkdir, rm } from 'node:fs/promises'
import { inTime } from '@fingerpost/kit/async/in-time'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { createGroup, linesOf } from './job.rules.ts'
import type { Reserve } from './reserve.repository.ts'
import {
  createFile,
  place,
  type ShippedFile,
  type SpoolFile,
  takePart,
} from './spool-file.repository.ts'

/** A job has at most this many clicks. */
const JOB_CLICKS = 500
/** A file that can be sent to the queue is replaced after this time, and then removed. */
const ROTATE_MS = 1_000
/** Deadline of the disk, after which the queue is tried. */
const WRITE_MS = 50
/** The same if the queue does not take the clicks. */
const LAST_MS = 1_000
const FULL_MESSAGE = 'the spool is full'
const STUCK_MESSAGE = 'the disk of the spool does not answer'

export type Spool = ReturnType<typeof openSpool>

/** Where clicks are stored before the response is sent. */
export type Put = 'spool' | 'queue'

interface SpoolParts {
  folder: string
  /** Number of click queues. */
  queues: number
  maxBytes: number
  reserve: Reserve
  ship(file: ShippedFile): void
}

/**
 * The journal of clicks: each process appends to files of its own in a folder that several may share, and
 * a click is recorded when its line is written. The parts of jobs become jobs by `seal`; from then on,
 * they may be sent to the queue. A process that takes over the file of another one, which may only be
 * paused, first appends an empty line, which ends it: what follows is void, and its writer writes it again to
 * another file. So every reader finds the same jobs under the same ids.
 *
 * Written data survives a crash of the process. On a full disk, lines go to parts of the reserve.
 */
export function openSpool({ folder, queues, maxBytes, reserve, ship }: SpoolParts) {
  let file: SpoolFile | undefined
  let group: { of: SpoolFile; clicks: ReturnType<typeof createGroup> } | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let totalBytes = 0
  /** Size of the last lines that could not be stored; 0 if the last ones were. */
  let refusedBytes = 0
  let triedBytes = 0
  let failure: unknown
  /** The end of a write that has not returned after the deadline. */
  let stuck: Promise<void> | undefined

  /** Serializes everything that changes the file. */
  function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  /** Tells the shipper about the jobs that are complete. */
  function seal(isClosed = false): void {
    group = undefined
    if (!file || (file.bytes === file.end && !isClosed)) return
    file.end = file.bytes
    const { path, end, isReserved } = file
    ship({ path, end, isReserved, isClosed })
  }

  async function release(): Promise<void> {
    if (!file) return
    seal(true)
    const { handle, path, bytes, isReserved } = file
    file = undefined
    await handle.close().catch(() => {})
    if (bytes === 0 && !isReserved) await rm(path, { force: true }).catch(() => {})
  }

  /** The lines of clicks in a file. In a part of the reserve, each write is a group. */
  function linesFor(target: SpoolFile, clicks: readonly Click[], traceparent?: string): Buffer {
    const size = group?.of === target ? group.clicks.size() : JOB_CLICKS
    if (target.isReserved || size + clicks.length > JOB_CLICKS) {
      seal()
      group = { of: target, clicks: createGroup(queues, crypto.randomUUID()) }
    }
    return Buffer.from(linesOf(group?.clicks.add(clicks, traceparent) ?? []))
  }

  async function write(
    linesIn: (target: SpoolFile) => Buffer,
    openNew: () => Promise<SpoolFile>,
  ): Promise<void> {
    let again: Buffer | undefined
    for (;;) {
      file ??= await openNew()
      const now = file
      const lines = again ?? linesIn(now)
      triedBytes = lines.length
      if (totalBytes + lines.length > maxBytes) throw new Error(FULL_MESSAGE)
      if (now.bytes + lines.length < now.maxBytes || (now.bytes === 0 && !now.isReserved)) {
        if (await place(now, lines)) {
          totalBytes += lines.length
          return
        }
        // A part of the reserve shows no order: these lines may have been read, under the same id.
        again = now.isReserved ? lines : undefined
      } else if (now.bytes === 0) throw new Error('the clicks exceed a part of the reserve')
      await release()
    }
  }

  /** Removes what a failed write may have left; the next lines are in another file. */
  async function cut(): Promise<void> {
    // Cutting a part of the reserve would give its space away.
    if (file && !file.isReserved) await file.handle.truncate(file.bytes).catch(() => {})
    await release()
  }

  async function writeOrCut(linesIn: (target: SpoolFile) => Buffer): Promise<void> {
    try {
      await write(linesIn, () => createFile(folder)).catch(async (error: unknown) => {
        await cut()
        if (!isDiskFull(error)) throw error
        await write(linesIn, async () => {
          const part = await takePart(folder, reserve, triedBytes)
          if (!part) throw error
          return part
        })
      })
    } catch (error) {
      await cut()
      throw error
    }
  }

  /**
   * Writes lines. If the disk fails or is slow, `elsewhere` may store the clicks; then lines that are written later
   * are removed again. If it cannot, the disk is waited for.
   */
  async function append(
    linesIn: (target: SpoolFile) => Buffer,
    elsewhere: () => Promise<void>,
  ): Promise<Put> {
    if (stuck) {
      if (await elsewhere().then(yes, no)) return 'queue'
      await inTime(stuck, LAST_MS)
    }
    let isPending = true
    let isWritten = false
    const writing = writeOrCut(linesIn)
      .then(() => {
        isWritten = true
      })
      .finally(() => {
        isPending = false
      })
    /** The clicks are not in the file. */
    const takeBack = async () => {
      if (file && isWritten) file.bytes = file.before
      await cut()
      stuck = undefined
    }
    try {
      await inTime(writing, WRITE_MS)
      return 'spool'
    } catch (error) {
      const isElsewhere = await elsewhere().then(yes, no)
      if (!isElsewhere && (await inTime(writing, LAST_MS).then(yes, no))) return 'spool'
      if (isPending) seal()
      stuck = writing.then(takeBack, takeBack)
      if (!isPending) await stuck
      failure = isPending ? new Error(STUCK_MESSAGE) : error
      refusedBytes = triedBytes
      if (!isElsewhere) throw failure
      return 'queue'
    }
  }

  /** Unless the disk does not answer. */
  const unlessStuck = (work: () => Promise<void> | void) =>
    inTurn(async () => {
      if (!stuck) await work()
    })

  return {
    /** Creates the folder, private to this account; throws if the process cannot write to it. */
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A mounted volume may belong to another account and cannot be changed.
      await chmod(folder, 0o700).catch(() => {})
      await access(folder, constants.W_OK)
    },

    /** Resolves with where the clicks are stored; throws if it is nowhere. */
    append: (
      clicks: readonly Click[],
      elsewhere: () => Promise<void>,
      traceparent?: string,
    ): Promise<Put> =>
      inTurn(async () => {
        const put = await append((target) => linesFor(target, clicks, traceparent), elsewhere)
        if (put === 'spool') {
          refusedBytes = 0
          failure = undefined
        }
        return put
      }),

    /** Completes the jobs. */
    seal: () => unlessStuck(() => seal()),

    /** Replaces a file that is no longer new. */
    rotate: () =>
      unlessStuck(async () => {
        if (file && performance.now() - file.openedMs >= ROTATE_MS) await release()
      }),

    close: () => unlessStuck(release),

    /** Finds out whether clicks could be stored now. */
    async check(): Promise<void> {
      const neededBytes = refusedBytes
      const found = await (async () => {
        if (stuck) throw new Error(STUCK_MESSAGE)
        if (totalBytes + Math.max(neededBytes, 1) > maxBytes) throw new Error(FULL_MESSAGE)
        if (!file?.isReserved) await reserve.check(neededBytes)
      })().then(
        () => undefined,
        (error: unknown) => error,
      )
      // Unless clicks were stored or refused meanwhile: that result is newer.
      if (neededBytes === refusedBytes) failure = found
    },

    /** Why the last write or check failed; undefined if the spool can be written. */
    failure: () => failure,

    /** Size of the folder, as far as this process knows. */
    bytes: () => totalBytes,

    /** The folder was measured by the shipper. */
    measured(bytes: number): void {
      totalBytes = bytes
    },
  }
}

const yes = () => true
const no = () => false

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
