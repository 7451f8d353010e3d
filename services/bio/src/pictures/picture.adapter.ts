import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { invalid, Problem, unavailable } from '@fingerpost/kit/http/problem'
import { checkUpload, NO_PICTURE, TOO_SLOW } from './picture.rules.ts'

/** Waiting uploads per team. */
const WAITING_MAX = 4
/** Uploads in memory, of all teams: 80 MB. */
export const UPLOADS_MAX = 16
/** Processor time, so that a busy machine refuses nothing. The largest picture takes 2 s of a slow core. */
const DECODING_MS = 3_000
const LOOK_MS = 100
/** For a team whose picture took longer: it cannot hold the only decoder again and again. */
const PAUSE_MS = 60_000

/** The name of a stored picture. */
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

export type PictureReader = ReturnType<typeof createPictureReader>

/**
 * Turns uploads into square WebP pictures without metadata, one at a time and the teams in turn. Each is
 * decoded in its own thread, which takes up to seconds and hundreds of megabytes.
 */
export function createPictureReader(decodingMs = DECODING_MS) {
  const slots = createFairShare(1, WAITING_MAX)
  const paused = new Set<number>()
  let uploads = 0

  async function readInTurn(upload: Uint8Array, orgId: number) {
    if (paused.has(orgId)) throw pause()
    const picture = await readInThread(upload, decodingMs)
    if (picture !== 'slow') return picture
    paused.add(orgId)
    setTimeout(() => paused.delete(orgId), PAUSE_MS).unref()
    throw invalid([TOO_SLOW])
  }

  /**
   * Throws invalid for anything but a picture, unavailable when too many are waiting, and exhausted
   * for a minute after a picture of the team took too long.
   */
  return async (upload: Uint8Array, orgId: number): Promise<Buffer> => {
    const fault = checkUpload(upload)
    if (fault) throw invalid([fault])
    if (uploads >= UPLOADS_MAX)
      throw unavailable('Too many images are uploaded at once. Try again.')
    uploads++
    try {
      const picture = await slots.run(orgId, () => readInTurn(upload, orgId))
      if (!picture) throw invalid([NO_PICTURE])
      return Buffer.from(picture)
    } finally {
      uploads--
    }
  }
}

const pause = () =>
  new Problem(
    'exhausted',
    'rate_limited',
    'An image of this team took too long to decode. Try again in a minute.',
  )

/** The picture; undefined if the file is not one or takes too much memory, 'slow' if too much time. */
async function readInThread(
  upload: Uint8Array,
  decodingMs: number,
): Promise<Uint8Array | undefined | 'slow'> {
  // A copy with memory of its own, which can be transferred.
  const bytes = Uint8Array.from(upload)
  const thread = new Worker(new URL('./main.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined | 'slow'>()
  const timer = setInterval(async () => {
    if ((await usedMs(thread)) > decodingMs) resolve('slow')
  }, LOOK_MS)
  thread.on('message', resolve)
  thread.on('error', reject)
  thread.on('exit', () => resolve(undefined))
  try {
    return await promise
  } finally {
    clearInterval(timer)
    await thread.terminate()
  }
}

/** The processor time of a thread; 0 before it starts and after its end. */
async function usedMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1_000
}
