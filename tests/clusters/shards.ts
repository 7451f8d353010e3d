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

/** Two ClickHouse servers, each a shard of one cluster. */
export async function openShards() {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-shards-'))
  const places = await Promise.all(
    [1, 2].map(async () => ({ http: await freePort(), tcp: await freePort() })),
  )
  const shards = places.map(
    ({ tcp }) => `<shard><internal_replication>true</internal_replication>
      <replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`,
  )
  const running = places.map(({ http, tcp }) => {
    const place = join(folder, `${http}`)
    mkdirSync(place)
    const config = `${place}.xml`
    writeFileSync(
      config,
      `<clickhouse><tcp_port>${tcp}</tcp_port>
        <remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers></clickhouse>`,
    )
    return {
      url: `http://127.0.0.1:${http}`,
      place,
      config,
      http,
      process: undefined as ChildProcess | undefined,
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
    shard.process = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
    const answers = () =>
      query(shard, 'SELECT 1').then(
        () => true,
        () => false,
      )
    await until(answers, 'a shard')
    await query(shard, 'SYSTEM START LISTEN TCP')
  }

  async function stop({ process }: Shard): Promise<void> {
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
