import { Worker } from 'node:worker_threads'
import { Problem, unavailable } from '@fingerpost/kit/http/problem'
import type { Outcome, Reading, Table, Upload } from './table.schema.ts'

/** Maximum size of all waiting bodies together; one has up to 20 MiB. */
const WAITING_BYTES = 320 * 1024 * 1024
const HEAP_MB = 768

export type TableThread = ReturnType<typeof openTableThread>

/**
 * Parses the bodies of imports in a worker thread, because a large one would block the event loop for
 * seconds. The thread starts with the first body and is restarted by the next body if it dies.
 */
export function openTableThread() {
  const waiting = new Map<number, PromiseWithResolvers<Table>>()
  let waitingBytes = 0
  let thread: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./table.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    started.unref()
    started.on('message', settle)
    started.on('error', (error) => {
      if (thread === started) thread = undefined
      for (const it of waiting.values())
        it.reject(unavailable('The import could not be read. Try again.', error))
      waiting.clear()
    })
    return started
  }

  function settle(outcome: Outcome): void {
    const it = waiting.get(outcome.id)
    waiting.delete(outcome.id)
    if ('table' in outcome) it?.resolve(outcome.table)
    else if ('bug' in outcome) it?.reject(new Error(outcome.bug))
    else {
      const { kind, code, detail, errors } = outcome.refusal
      it?.reject(new Problem(kind, code, detail, errors))
    }
  }

  return {
    /** Transfers the bytes to the thread. Throws invalid, and unavailable when too many are waiting. */
    read({ bytes, ...rest }: Upload): Promise<Table> {
      const size = bytes.byteLength
      if (waitingBytes + size > WAITING_BYTES) {
        throw unavailable('Too many imports are being read. Try again.')
      }
      thread ??= start()
      // A small buffer shares its memory with others, so it cannot be transferred.
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
      const id = ++lastId
      const reading = Promise.withResolvers<Table>()
      waiting.set(id, reading)
      const message: Reading = { id, upload: { ...rest, bytes: own } }
      waitingBytes += size
      thread.postMessage(message, [own.buffer as ArrayBuffer])
      return reading.promise.finally(() => {
        waitingBytes -= size
      })
    },
    close: async (): Promise<void> => void (await thread?.terminate()),
  }
}
