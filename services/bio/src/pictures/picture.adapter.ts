import { Worker } from 'node:worker_threads'
import { invalid, unavailable } from '@fingerpost/kit/http/problem'
import { checkUpload, NO_PICTURE } from './picture.rules.ts'

const WAITING_MAX = 8
/** Far longer than the largest picture takes. */
const DECODING_MS = 15_000

/**
 * Turns uploads into square WebP pictures without metadata, one after the other: each in a thread of
 * its own, because decoding takes up to seconds and a hundred megabytes.
 */
export function createPictureReader() {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Throws invalid for anything but a picture, and unavailable when too many are waiting. */
  return async (upload: Uint8Array): Promise<Buffer> => {
    const fault = checkUpload(upload)
    if (fault) throw invalid([fault])
    if (waiting >= WAITING_MAX) throw unavailable('Too many pictures are being read. Try again.')
    waiting += 1
    const turn = last.then(() => readInThread(upload))
    last = turn.catch(() => undefined)
    try {
      const picture = await turn
      if (!picture) throw invalid([NO_PICTURE])
      return Buffer.from(picture)
    } finally {
      waiting -= 1
    }
  }
}

/** The picture; undefined if the file is none, or takes too long or too much memory. */
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
