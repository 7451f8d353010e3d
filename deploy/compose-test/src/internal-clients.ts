import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  createWriteStream,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type StackFacts, writeStackFile } from '../../local/src/stack-file.ts'
import type { Compose } from './compose.ts'

const ADMIN_PORT = 9090
/** Followed logs are read again from this long before the end, so that no line is missed. */
const OVERLAP_MS = 1_000
const PROCESSES = ['catalog', 'bio', 'link', 'analytics', 'click-worker', 'redirect', 'gateway']
const GRPC = ['catalog', 'bio', 'link', 'analytics']

interface Container {
  Name: string
  State: { Pid: number; Running: boolean }
  Config: { Labels: Record<string, string> }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

/** Files for tests that access internals, updated when containers start or stop. */
export interface InternalClients {
  stackFile: string
  /** An /etc/hosts file with the names of the services. */
  hostsFile: string
  close(): void
}

/**
 * Writes `stack.json`, `hosts` and the logs of all processes into a folder, and updates them when a
 * container starts or stops. The names resolve to addresses that only this machine can reach.
 */
export async function watchInternalClients(
  compose: Compose,
  folder: string,
  apiKey: string,
): Promise<InternalClients> {
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const stackFile = join(folder, 'stack.json')
  const hostsFile = join(folder, 'hosts')
  const filter = `label=com.docker.compose.project=${compose.env.COMPOSE_PROJECT_NAME}`
  const write = async () => {
    const containers = await running(compose, filter)
    replaceText(hostsFile, readFileSync('/etc/hosts', 'utf8') + hosts(containers))
    writeStackFile(stackFile, facts(compose, apiKey, containers))
  }
  await write()

  const children: ChildProcess[] = []
  const follow = (args: string[]) => {
    const child = spawn('docker', args, { env: compose.env, detached: true })
    children.push(child)
    return child
  }
  const kinds = ['start', 'die'].flatMap((event) => ['--filter', `event=${event}`])
  const events = follow(['events', '--filter', filter, ...kinds])
  let written = Promise.resolve()
  createInterface(events.stdout).on('line', () => {
    // A container that disappears meanwhile triggers another event.
    written = written.then(write).catch(() => {})
  })
  let closed = false
  /** Begins again when docker compose stops following, which a restart of the container may cause. */
  const followLog = (name: string, log: Writable, ...since: string[]) => {
    const child = follow(['compose', 'logs', '--follow', '--no-log-prefix', ...since, name])
    child.stdout.pipe(log, { end: false })
    child.once('exit', async () => {
      const end = new Date(Date.now() - OVERLAP_MS).toISOString()
      await setTimeout(OVERLAP_MS)
      if (!closed) followLog(name, log, '--since', end)
    })
  }
  for (const name of PROCESSES) {
    followLog(name, createWriteStream(join(folder, 'logs', `${name}.log`)))
  }
  const close = () => {
    closed = true
    for (const child of children) child.kill()
  }
  return { stackFile, hostsFile, close }
}

async function running(compose: Compose, filter: string): Promise<Container[]> {
  const ids = await compose.docker('ps', '--quiet', '--no-trunc', '--filter', filter)
  const all: Container[] = JSON.parse(await compose.docker('inspect', ...ids.split('\n')))
  return all.filter(({ State }) => State.Running)
}

const serviceOf = ({ Config }: Container): string =>
  Config.Labels['com.docker.compose.service'] ?? ''

const hosts = (containers: readonly Container[]): string =>
  containers
    .map((it) => `${Object.values(it.NetworkSettings.Networks)[0]?.IPAddress} ${serviceOf(it)}\n`)
    .join('')

function facts(compose: Compose, apiKey: string, containers: readonly Container[]): StackFacts {
  const { POSTGRES_PASSWORD, CLICKHOUSE_PASSWORD, REDIS_PASSWORD } = compose.env
  const forEach = <T>(names: readonly string[], value: (name: string) => T): Record<string, T> =>
    Object.fromEntries(names.map((name) => [name, value(name)]))
  return {
    // Not the published port, which accepts connections even without a gateway behind it.
    url: 'http://gateway:8080',
    redirect_url: 'http://redirect:8080',
    api_key: apiKey,
    domain: 'localhost',
    pids: Object.fromEntries(containers.map((it) => [serviceOf(it), it.State.Pid])),
    stores: {
      database_url: `postgres://fingerpost:${POSTGRES_PASSWORD}@postgres:5432/postgres`,
      redis_url: `redis://fingerpost:${REDIS_PASSWORD}@redis:6379`,
      clickhouse_url: `http://fingerpost:${CLICKHOUSE_PASSWORD}@clickhouse:8123`,
    },
    admin: forEach(PROCESSES, (name) => `http://${name}:${ADMIN_PORT}`),
    grpc: forEach(GRPC, (name) => `${name}:50051`),
  }
}

/** Overwrites in place, so that bind mounts of the file see the new content. */
function replaceText(file: string, text: string): void {
  const at = openSync(file, 'a+')
  closeSync(at)
  const handle = openSync(file, 'r+')
  ftruncateSync(handle, writeSync(handle, text, 0))
  closeSync(handle)
}
