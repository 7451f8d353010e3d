import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { createTestRedis } from '../testing/index.ts'
import { createRecords, RECORDS_CHANNEL, type Versioned } from './versioned-cache.ts'

const format = { toJSON: (it: Versioned) => it, fromJSON: (it: unknown) => it as Versioned }
const RECORD = { version: 1 }
const now = async () => RECORD

/** Records in a Redis that may have no room for new ones, and the keys that were announced. */
async function open({ isFull }: { isFull: boolean }) {
  const store = await createTestRedis()
  const feed = new Redis(store.url, { protocol: 2 })
  onTestFinished(async () => {
    feed.disconnect()
    await store.drop()
  })
  const own = `${Math.random()}`
  const announced: string[] = []
  feed.on('message', (_, key: string) => {
    if (key.startsWith(own)) announced.push(key.slice(own.length))
  })
  await feed.subscribe(RECORDS_CHANNEL)
  return {
    records: createRecords(store.client, format, () => isFull),
    announced,
    key: (name: string) => own + name,
    /** Messages arrive in the order in which they were published. */
    async untilHeard() {
      await store.client.publish(RECORDS_CHANNEL, `${own} end`)
      await expect.poll(() => announced.at(-1)).toBe(' end')
      announced.pop()
    },
  }
}

it('without room, a change is announced, and a lookup is not', async () => {
  const { records, announced, key, untilHeard } = await open({ isFull: true })

  await records.restore(key('looked up'), RECORD, now)
  await records.publish(key('changed'), RECORD, now)
  await untilHeard()

  expect(announced).toEqual(['changed'])
  expect(await records.get(key('looked up'))).toBeUndefined()
  expect(await records.get(key('changed'))).toBeUndefined()
})

it('with room, a lookup restores the record', async () => {
  const { records, key } = await open({ isFull: false })

  await records.restore(key('looked up'), RECORD, now)

  expect(await records.get(key('looked up'))).toEqual(RECORD)
})
