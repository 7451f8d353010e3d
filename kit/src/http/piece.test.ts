import { expect, it } from 'vitest'
import { readPiece } from './piece.ts'
import { invalid, unavailable } from './problem.ts'

const failing = (failures: number, error: Error = unavailable('Busy.')) => {
  let left = failures
  return async () => {
    if (left-- > 0) throw error
    return 'read'
  }
}

it('a piece of a download is read again while a service does not answer', async () => {
  expect(await readPiece(true, failing(2))).toBe('read')
})

it('the first piece, and other problems, fail at once', async () => {
  await expect(readPiece(false, failing(1))).rejects.toMatchObject({ kind: 'unavailable' })
  const problem = invalid([{ field: 'x', code: 'invalid', detail: 'x' }])
  await expect(readPiece(true, failing(1, problem))).rejects.toBe(problem)
})
