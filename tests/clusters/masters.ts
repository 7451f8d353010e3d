import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../deploy/local/src/ports.ts'
import { redisBinary } from '../../deploy/local/src/redis-install.ts'
import { until } from '../faults/until.ts'

const SLOTS = 16_384
const PASSWORD = 'p@ss,word'

interface Master {
  port: number
  /** The port of the cluster bus. */
  bus: number
  args: string[]
  process: ChildProcess
  /** A direct connection that bypasses everything under test. */
  direct: Redis
  id: string
}

export type Masters = Awaited<ReturnType<typeof openMasters>>

/** A Redis Cluster of the machine's redis-server: durable masters on loopback. */
export async function openMasters(count = 3) {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-cluster-'))
  const command = await redisBinary({
    folder,
    logFile: '',
    env: process.env,
    say: console.log,
    signal: AbortSignal.timeout(300_000),
  })
  const masters = await Promise.all(
    Array.from({ length: count }, async (): Promise<Master> => {
      const [port, bus] = [await freePort(), await freePort()]
      const place = join(folder, `${port}`)
      mkdirSync(place)
      const args = Object.entries({
        port: `${port}`,
        bind: '127.0.0.1',
        dir: place,
        appendonly: 'yes',
        save: '',
        'maxmemory-policy': 'noeviction',
        requirepass: PASSWORD,
        'cluster-enabled': 'yes',
        'cluster-port': `${bus}`,
        'cluster-node-timeout': '2000',
        // Keys of other masters stay available while one is down, or not met yet.
        'cluster-require-full-coverage': 'no',
      }).flatMap(([name, value]) => [`--${name}`, value])
      const direct = new Redis(port, '127.0.0.1', {
        password: PASSWORD,
        protocol: 2,
        maxRetriesPerRequest: null,
        retryStrategy: () => 50,
      })
      direct.on('error', () => {})
      return { port, bus, args, process: start(args), direct, id: '' }
    }),
  )

  function start(args: string[]): ChildProcess {
    return spawn(command, args, { stdio: 'ignore' })
  }

  const info = async ({ direct }: Master) => String(await direct.cluster('INFO'))
  // The state alone is 'ok' on a master that knows only some of the slots.
  const whole = ['cluster_state:ok', `cluster_known_nodes:${count}`, `cluster_slots_ok:${SLOTS}`]
  const works = async () =>
    (await Promise.all(masters.map(info))).every((text) => whole.every((it) => text.includes(it)))

  const [first] = masters
  for (const [i, it] of masters.entries()) {
    it.id = String(await it.direct.cluster('MYID'))
    const [from, to] = [i, i + 1].map((part) => Math.floor((part * SLOTS) / count))
    await it.direct.call('CLUSTER', 'ADDSLOTSRANGE', from!, to! - 1)
    await it.direct.cluster('SET-CONFIG-EPOCH', i + 1)
  }
  for (const it of masters) {
    if (it !== first) await first!.direct.call('CLUSTER', 'MEET', '127.0.0.1', it.port, it.bus)
  }
  await until(works, 'a cluster')

  async function slotOf(key: string): Promise<number> {
    return Number(await first!.direct.call('CLUSTER', 'KEYSLOT', key))
  }

  /** The current owner of a key's slot, according to the cluster. */
  async function ownerOf(key: string): Promise<Master> {
    const slot = await slotOf(key)
    const ranges = await masters[0]!.direct.cluster('SLOTS')
    const range = ranges.find(([from, to]) => from <= slot && slot <= to)
    return masters.find(({ port }) => port === range?.[2]?.[1])!
  }

  return {
    url: `redis+cluster://:${encodeURIComponent(PASSWORD)}@${masters.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    masters,
    ownerOf,
    works,
    /** Kills masters with SIGKILL, waits for `meanwhile`, and starts them again with their data. */
    async killed(gone: Master | Master[], meanwhile: () => Promise<unknown>): Promise<void> {
      const all = [gone].flat()
      for (const { process } of all) {
        const ended = once(process, 'exit')
        process.kill('SIGKILL')
        await ended
      }
      try {
        await meanwhile()
      } finally {
        for (const master of all) master.process = start(master.args)
      }
      await until(works, 'the cluster again')
    },
    /** Migrates the slot of a key to another master, and runs `meanwhile` halfway. */
    async migrate(key: string, meanwhile: () => Promise<unknown>): Promise<number> {
      const [slot, from] = [await slotOf(key), await ownerOf(key)]
      const to = masters.find((it) => it !== from)!
      await to.direct.cluster('SETSLOT', slot, 'IMPORTING', from.id)
      await from.direct.cluster('SETSLOT', slot, 'MIGRATING', to.id)
      await meanwhile()
      let moved = 0
      for (;;) {
        const keys = (await from.direct.cluster('GETKEYSINSLOT', slot, 10)) as string[]
        if (keys.length === 0) break
        const [port, timeoutMs] = [to.port, 5_000]
        const words = ['127.0.0.1', port, '', 0, timeoutMs, 'AUTH', PASSWORD, 'KEYS', ...keys]
        await from.direct.call('MIGRATE', ...words)
        moved += keys.length
        await meanwhile()
      }
      const others = masters.filter((it) => it !== from && it !== to)
      for (const it of [to, from, ...others]) {
        await it.direct.cluster('SETSLOT', slot, 'NODE', to.id)
      }
      return moved
    },
    /** The number of subscribers of a channel on all running nodes. */
    async listeners(channel: string): Promise<number> {
      const running = masters.filter(
        ({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null,
      )
      const counts = running.map(({ direct }) => direct.pubsub('NUMSUB', channel))
      return (await Promise.all(counts)).reduce((sum, it) => sum + Number((it as unknown[])[1]), 0)
    },
    async close(): Promise<void> {
      for (const { direct } of masters) direct.disconnect()
      await Promise.all(
        masters.map(async ({ process }) => {
          if (process.exitCode !== null || process.signalCode !== null) return
          const gone = once(process, 'exit')
          process.kill('SIGKILL')
          await gone
        }),
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
