import type { Redis } from 'ioredis'

/** Adds strings of 512 MB until Redis refuses one, and returns their keys. */
export async function fillMemory(redis: Pick<Redis, 'setrange'>): Promise<string[]> {
  const keys: string[] = []
  for (let full = false; !full; ) {
    const key = `ballast:${keys.length}`
    keys.push(key)
    full = await redis.setrange(key, 2 ** 29 - 1, 'x').then(
      () => false,
      (error: Error) => error.message.startsWith('OOM'),
    )
    if (keys.length > 8) throw new Error('Redis has no memory limit')
  }
  return keys
}
