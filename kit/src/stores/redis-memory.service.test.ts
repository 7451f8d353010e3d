import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Lifecycle } from '../process/lifecycle.ts'
import { createLog } from '../process/log.ts'
import { openQueue, openWorker } from '../queue/queue.ts'
import { openRedis } from './redis.ts'
import { watchMemory } from './redis-memory.ts'
import { createRecords } from './versioned-cache.ts'

const log = createLog('kit', 'silent')
const lifecycle = new Lifecycle(log)
const folder = mkdtempSync(join(tmpdir(), 'redis-memory-'))
const socket = join(folder, 'redis.sock')
let server: ChildProcess

beforeAll(async () => {
  const name = ['redis-server', 'valkey-server'].find((it) => existsSync(`/usr/bin/${it}`))
  const words = ['--port', '0', '--unixsocket', socket, '--save', '', '--maxmemory', '16mb']
  server = spawn(name ?? 'redis-server', words, { stdio: 'ignore', cwd: folder })
  lifecycle.own('folder', folder, (it) => rmSync(it, { recursive: true, force: true }))
  lifecycle.own('server', server, async (it) => {
    it.kill('SIGKILL')
    await once(it, 'exit')
  })
})
afterAll(() => lifecycle.close())

it('a nearly full Redis accepts no new jobs or records, and its jobs are still processed', async () => {
  const redis = lifecycle.own('redis', openRedis(socket, 'worker', log), (it) => it.disconnect())
  const queue = lifecycle.own('queue', openQueue<string>('clicks', redis, log), (it) => it.close())
  const memory = lifecycle.own('memory', watchMemory(redis, 10), (it) => it.close())
  const records = createRecords(
    redis,
    { toJSON: (it) => it, fromJSON: (it) => it as { version: number; url: string } },
    memory.full,
  )
  const publish = (key: string, version: number) => {
    const record = { version, url: `https://${key}.example/` }
    return records.publish(key, record, async () => record)
  }
  await publish('known', 1)
  let held = 0
  const fill = async () => {
    for (;;) {
      memory.require()
      await queue.add(`job-${held}`, 'x'.repeat(20_000))
      held++
    }
  }
  await expect(fill()).rejects.toThrow('Redis is nearly full')
  expect(held).toBeGreaterThan(100)

  await publish('known', 2)
  await publish('new', 1)
  expect(await records.get('known')).toMatchObject({ version: 2 })
  expect(await records.get('new')).toBeUndefined()

  let done = 0
  const work = async () => void done++
  lifecycle.own('worker', openWorker('clicks', socket, work, log), (it) => it.close())

  await expect.poll(() => done, { timeout: 20_000 }).toBe(held)
  await expect.poll(() => memory.require()).toBeUndefined()
})

it('a Redis without a memory limit is never nearly full', async () => {
  const redis = lifecycle.own('redis', openRedis(socket, 'queue', log), (it) => it.disconnect())
  const memory = lifecycle.own('memory', watchMemory(redis, 10), (it) => it.close())
  await expect.poll(() => redis.status).toBe('ready')
  await redis.config('SET', 'maxmemory', '1mb')
  await expect.poll(memory.full).toBe(true)

  await redis.config('SET', 'maxmemory', '0')
  await expect.poll(memory.full).toBe(false)
})
