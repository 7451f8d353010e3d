import { Worker } from 'node:worker_threads'
import { invalid, unavailable } from '@fingerpost/kit/http/problem'
import { createFairShare } from '@fingerpost/kit/stores/fair-share'
import { checkUpload, NO_PICTURE } from './picture.rules.ts'

/** Waiting uploads per team. */
const WAITING_MAX = 4
/** Uploads in memory, of all teams: 80 MB. */
export const UPLOADS_MAX = 16
/** Far longer than the largest picture takes. */
const DECODING_MS = 15_000

/**
 * Turns uploads into square WebP pictures without metadata, one at a time and the teams in turn. Each is
 * decoded in its own thread, which takes up to seconds and hundreds of megabytes.
 */
export function createPictureReader() {
  const slots = createFairShare(1, WAITING_MAX)
  let uploads = 0

  /** Throws invalid for anything but a picture, and unavailable when too many are waiting. */
  return async (upload: Uint8Array, orgId: number): Promise<Buffer> => {
    const fault = checkUpload(upload)
    if (fault) throw invalid([fault])
    if (uploads >= UPLOADS_MAX)
      throw unavailable('Too many images are uploaded at once. Try again.')
    uploads++
    try {
      const picture = await slots.run(orgId, () => readInThread(upload))
      if (!picture) throw invalid([NO_PICTURE])
      return Buffer.from(picture)
    } finally {
      uploads--
    }
  }
}

/** The picture; undefined if the file is not one, or takes too much time or memory to decode. */
async function readInThread(upload: Uint8Array): Promise<Uint8Array | undefined> {
  // A copy with memory of its own, which can be transferred.
  const bytes = Uint8Array.from(upload)
  const thread = new Worker(new URL('./main.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>()
  const timer = setTimeout(() => resolve(undefined), DECODING_MS)
  thread.on('message', resolve)
  thread.on('error', reject)
  thread.on('exit', () => resolve(undefined))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
