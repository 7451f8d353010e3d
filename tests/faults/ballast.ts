import type { Redis } from 'ioredis'
import { until } from './until.ts'

/** Small enough to be allocated within the timeout of a command. */
const STRING_BYTES = 2 ** 26
/** More than the memory limit of any test stack. */
const STRINGS_MAX = 64

/** Fills the memory of Redis while `work` runs: adds strings until Redis refuses one. */
export async function withoutMemory(
  redis: Pick<Redis, 'setrange' | 'unlink'>,
  work: () => Promise<unknown>,
): Promise<void> {
  const keys = Array.from({ length: STRINGS_MAX }, (_, i) => `ballast:${i}`)
  const fill = async () => {
    for (const key of keys) await redis.setrange(key, STRING_BYTES - 1, 'x')
    throw new Error('Redis has no memory limit')
  }
  try {
    await fill().catch((error: Error) => {
      if (!error.message.startsWith('OOM')) throw error
    })
    await work()
  } finally {
    const empty = () =>
      redis.unlink(keys).then(
        () => true,
        () => false,
      )
    await until(empty, 'the end of the ballast in Redis')
  }
}
