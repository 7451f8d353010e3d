import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../deploy/local/src/ports.ts'
import { root } from '../faults/test-stack.ts'
import { until } from '../faults/until.ts'

/** The name of the cluster. */
export const CLUSTER = 'two'

/** Removes what the npm build of ClickHouse does not support: ON CLUSTER. */
export const withoutCluster = (statement: string) =>
  statement.replace(` ON CLUSTER '${CLUSTER}'`, '')

/** Also removes replication, which the npm build does not support either. */
export const withoutReplicas = (statement: string) =>
  withoutCluster(statement)
    .replace(/Replicated(\w*MergeTree)\('[^']*', '\{replica\}'(?:, )?/, '$1(')
    .replace(
      /\breplicated_deduplication_window = (\d+), replicated_deduplication_window_seconds = \d+/,
      'non_replicated_deduplication_window = $1',
    )

export type Shards = Awaited<ReturnType<typeof openShards>>

/**
 * Two ClickHouse servers, each a shard of one cluster; `settings` adds XML to the settings of each.
 * A server that crashes is restarted: the npm build crashes when it reads from a missing shard.
 */
export async function openShards(settings = (_: number) => '') {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-shards-'))
  const places = await Promise.all(
    [1, 2].map(async () => ({ http: await freePort(), tcp: await freePort() })),
  )
  const shards = places.map(
    ({ tcp }) => `<shard><internal_replication>true</internal_replication>
      <replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`,
  )
  const running = places.map(({ http, tcp }, i) => {
    const place = join(folder, `${http}`)
    mkdirSync(place)
    const config = `${place}.xml`
    writeFileSync(
      config,
      `<clickhouse><tcp_port>${tcp}</tcp_port>
        <remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers>
        ${settings(i)}</clickhouse>`,
    )
    return {
      url: `http://127.0.0.1:${http}`,
      place,
      config,
      http,
      process: undefined as ChildProcess | undefined,
      isStopped: false,
    }
  })
  type Shard = (typeof running)[number]

  async function query(shard: Shard, sql: string): Promise<string> {
    const answer = await fetch(shard.url, { method: 'POST', body: sql })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${sql}: ${text}`)
    return text.trim()
  }

  async function start(shard: Shard): Promise<void> {
    const server = 'deploy/local/src/clickhouse-server.ts'
    const args = [server, shard.place, `${shard.http}`, '127.0.0.1', shard.config]
    shard.isStopped = false
    shard.process = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
    shard.process.once('exit', () => {
      if (!shard.isStopped) start(shard).catch(() => {})
    })
    const answers = () =>
      query(shard, 'SELECT 1').then(
        () => true,
        () => false,
      )
    await until(answers, 'a shard')
    await query(shard, 'SYSTEM START LISTEN TCP')
  }

  async function stop(shard: Shard): Promise<void> {
    shard.isStopped = true
    const { process } = shard
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const gone = once(process, 'exit')
    process.kill('SIGKILL')
    await gone
  }

  await Promise.all(running.map(start))
  return {
    shards: running,
    query,
    async killed(shard: Shard, meanwhile: () => Promise<unknown>): Promise<void> {
      await stop(shard)
      try {
        await meanwhile()
      } finally {
        await start(shard)
      }
    },
    async close(): Promise<void> {
      await Promise.all(running.map(stop))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
