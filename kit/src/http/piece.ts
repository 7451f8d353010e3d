import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from './problem.ts'

const PAUSES_MS = [250, 500, 1_000, 2_000]

/**
 * The result of a read of a download. Once that has begun, a read is repeated while a service does not
 * answer, because a download can neither change its status nor continue later. Throws the last problem.
 */
export async function readPiece<T>(hasBegun: boolean, read: () => Promise<T>): Promise<T> {
  for (const pauseMs of hasBegun ? PAUSES_MS : []) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'unavailable') throw error
    }
    await pause(pauseMs)
  }
  return read()
}
