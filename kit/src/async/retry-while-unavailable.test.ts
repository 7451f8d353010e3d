import { expect, it, vi } from 'vitest'
import { createLog } from '../process/log.ts'
import { createUnavailableRetry } from './retry-while-unavailable.ts'

class Away extends Error {}
const open = (pauseMs: number) =>
  createUnavailableRetry(
    'store',
    (error) => error instanceof Away,
    createLog('t', 'silent'),
    () => pauseMs,
  )

/** Work that fails a number of times, and the number of tries. */
function failing(times: number, error: Error) {
  const work = vi.fn(async () => {
    if (work.mock.calls.length <= times) throw error
    return 'done'
  })
  return work
}

it('work is retried until the store is back', async () => {
  const work = failing(20, new Away())

  expect(await open(1).retryWhileUnavailable(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(21)
})

it('other errors are not retried', async () => {
  const work = failing(1, new TypeError('a bug'))

  await expect(open(1).retryWhileUnavailable(work)).rejects.toThrow('a bug')
  expect(work).toHaveBeenCalledTimes(1)
})

it('after close, work is tried once more at once, and the error is thrown', async () => {
  const { retryWhileUnavailable, close } = open(60_000)
  const work = failing(9, new Away('away'))
  const done = expect(retryWhileUnavailable(work)).rejects.toThrow('away')
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1))
  close()
  await done

  expect(work).toHaveBeenCalledTimes(2)
})
