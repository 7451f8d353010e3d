import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpRedis, loadRedis } from '@fingerpost/backup/redis'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis, type RedisRole } from '@fingerpost/kit/stores/redis'
import { createRecords, RECORDS_CHANNEL } from '@fingerpost/kit/stores/versioned-cache'
import { Cluster, type Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { until } from '../faults/until.ts'
import { type Masters, openMasters } from './masters.ts'

const log = createLog('test', 'silent')
let cluster: Masters
const opened: Redis[] = []
beforeAll(async () => {
  cluster = await openMasters()
})
afterEach(() => {
  for (const redis of opened.splice(0)) redis.disconnect()
})
afterAll(() => cluster?.close())

async function open(role: RedisRole, url = cluster.url): Promise<Redis> {
  const redis = openRedis(url, role, log)
  opened.push(redis)
  await until(() => redis.status === 'ready', 'a connection')
  const either: unknown = redis
  const nodes = () => (either instanceof Cluster ? either.nodes('master') : [redis])
  await until(() => nodes().every(({ status }) => status === 'ready'), 'all nodes')
  return redis
}

const keysOfEach = () => Promise.all(cluster.masters.map(({ direct }) => direct.dbsize()))

it('keys are spread over the masters, and scripts find their keys', async () => {
  const redis = await open('queue')
  const records = createRecords(redis, {
    toJSON: (it) => it,
    fromJSON: (it) => it as { version: number },
  })
  const keys = Array.from({ length: 300 }, () => `slug:1:${randomUUID()}`)

  const written = await Promise.all(keys.map((key) => records.put(key, { version: 2 })))
  const again = await Promise.all(keys.map((key) => records.put(key, { version: 1 })))

  expect(new Set(written)).toEqual(new Set([true]))
  expect(new Set(again)).toEqual(new Set([false]))
  expect(await Promise.all(keys.map(records.get))).toEqual(keys.map(() => ({ version: 2 })))
  for (const count of await keysOfEach()) expect(count).toBeGreaterThan(50)
})

it('concurrent commands are all answered while the slot of some of them migrates', async () => {
  const redis = await open('cache')
  const moving = `moving:${randomUUID()}`
  await redis.set(moving, 0)
  let count = 0
  const burst = async () => {
    const rest = Array.from({ length: 50 }, () => redis.incr(`staying:${randomUUID()}`))
    await Promise.all([redis.incr(moving), ...rest, redis.incr(moving)])
    count += 2
  }

  await cluster.migrate(moving, burst)
  await burst()

  expect(await redis.get(moving)).toBe(String(count))
})

it('while a master is down, only its keys fail, without delay, and all work when it is back', async () => {
  const redis = await open('cache')
  const [away] = cluster.masters
  const keys = Array.from({ length: 60 }, () => `k:${randomUUID()}`)
  const owners = await Promise.all(keys.map(cluster.ownerOf))
  const answers = () =>
    Promise.all(
      keys.map((key) =>
        redis.incr(key).then(
          () => true,
          () => false,
        ),
      ),
    )

  await cluster.killed(away!, async () => {
    const alone = owners.map((owner) => owner !== away).join()
    await until(async () => (await answers()).join() === alone, 'those of the others')
  })
  await until(async () => !(await answers()).includes(false), 'all of them')
})

it('connecting to a cluster that is down fails instead of waiting, also for a duplicate, and both are ready when it is back', async () => {
  const redis = (await open('worker')) as unknown as Cluster
  const duplicate = redis.duplicate()
  opened.push(duplicate as unknown as Redis)
  await until(() => duplicate.status === 'ready', 'a duplicate')
  const both = [redis, duplicate]
  const [left, ...gone] = cluster.masters
  const info = async () => String(await left!.direct.cluster('INFO'))
  const reconnect = async (it: Cluster) => {
    const ended = once(it, 'end')
    it.disconnect()
    await ended
    return it.connect()
  }

  await cluster.killed(gone, async () => {
    await until(async () => (await info()).includes('cluster_state:fail'), 'a failed cluster')
    let failed = 0
    for (const it of both) void reconnect(it).catch(() => failed++)
    await until(() => failed === both.length, 'both failures', 30_000)
  })

  await until(() => both.every(({ status }) => status === 'ready'), 'both connections to be ready')
})

it('connections become ready while a master is silent, even if it was asked first', async () => {
  const all = (await Promise.all(
    Array.from({ length: 12 }, () => open('worker')),
  )) as unknown as Cluster[]
  const silent = cluster.masters[0]!.process
  silent.kill('SIGSTOP')
  try {
    for (const it of all) {
      it.disconnect()
      it.once('end', () => void it.connect().catch(() => {}))
    }
    await until(() => all.every(({ status }) => status === 'ready'), 'connections to be ready')
  } finally {
    silent.kill('SIGCONT')
  }
  await until(cluster.works, 'the cluster again')
})

it('one subscriber receives messages published on any node, even after its node was killed', async () => {
  const node = cluster.masters[1]!
  const others = cluster.url
    .split('@')[1]!
    .split(',')
    .filter((it) => !it.endsWith(`:${node.port}`))
  const url = `${cluster.url.split('@')[0]}@127.0.0.1:${node.port},${others.join()}`
  const redis = openRedis(url, 'subscriber', log)
  opened.push(redis)
  const heard = new Set<string>()
  redis.on('message', (_, text) => heard.add(text))
  redis.on('ready', () => void redis.subscribe(RECORDS_CHANNEL).catch(() => {}))
  const announce = async () => {
    await until(async () => (await cluster.listeners(RECORDS_CHANNEL)) === 1, 'a listener')
    const words = cluster.masters.map(({ port }) => `${port} ${randomUUID()}`)
    await Promise.all(words.map((it, i) => cluster.masters[i]!.direct.publish(RECORDS_CHANNEL, it)))
    await until(() => words.every((it) => heard.has(it)), 'all words')
  }
  await announce()
  const listening = cluster.masters.find(({ port }) => port === redis.options.port)!

  await cluster.killed(listening, () => until(() => redis.status !== 'ready', 'the loss'))

  await announce()
})

it('a subscriber reconnects after an outage of a node whose messages it may have missed', async () => {
  const redis = await open('subscriber')
  const other = cluster.masters.find(({ port }) => port !== redis.options.port)!
  let closed = 0
  redis.on('close', () => closed++)
  const own = cluster.masters.find(({ port }) => port === redis.options.port)!
  const looks = async () => String(await own.direct.client('LIST')).includes('cmd=cluster|links')
  await until(looks, 'a first look')

  await cluster.killed(other, () => until(() => closed > 0, 'a new start'))

  await until(() => redis.status === 'ready', 'a connection')
})

it('a backup contains the keys of all masters, and each key is restored to its master', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-cluster-backup-'))
  try {
    const redis = await open('cache')
    const keys = Array.from({ length: 100 }, () => `kept:${randomUUID()}`)
    await Promise.all(keys.map((key) => redis.set(key, key, 'EX', 1_000)))
    const file = join(folder, 'redis.ndjson')
    const count = await dumpRedis(cluster.url, file, [])
    expect(count).toBe((await keysOfEach()).reduce((sum, it) => sum + it, 0))
    await redis.set('later', 'x')

    expect(await loadRedis(cluster.url, file, [])).toBe(count)

    expect(await Promise.all(keys.map((key) => redis.get(key)))).toEqual(keys)
    expect(await redis.ttl(keys[0]!)).toBeGreaterThan(900)
    expect(await redis.get('later')).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
