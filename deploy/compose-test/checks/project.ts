import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'

/** The Node processes of the product, by service name. */
export const PROCESSES = [
  ...['analytics', 'bio', 'catalog', 'click-worker', 'gateway', 'link', 'redirect'],
]
export const STORES = ['clickhouse', 'postgres', 'redis']
export const PROXY = 'proxy'
const ADMIN_PORT = 9090

export interface Container {
  Id: string
  Name: string
  Created: string
  Image: string
  RestartCount: number
  State: {
    Pid: number
    Status: string
    ExitCode: number
    OOMKilled: boolean
    Health?: { Status: string }
  }
  Config: { User: string; Env: string[]; Labels: Record<string, string> }
  HostConfig: {
    ReadonlyRootfs: boolean
    CapDrop: string[] | null
    SecurityOpt: string[] | null
    Privileged: boolean
    LogConfig: { Type: string; Config: Record<string, string> }
  }
  NetworkSettings: { Ports: Record<string, { HostIp: string; HostPort: string }[] | null> }
}

const run = async (...words: string[]) =>
  (await promisify(execFile)('docker', words, { maxBuffer: 1e8 })).stdout.trim()
export const docker = run
export const compose = (...words: string[]) => run('compose', ...words)

export const serviceOf = (it: Container): string =>
  it.Config.Labels['com.docker.compose.service'] ?? ''

/** All containers of the project, including exited ones, or those of the given services. */
export async function containers(...services: string[]): Promise<Container[]> {
  const ids = await compose('ps', '--all', '--quiet', ...services)
  return JSON.parse(await docker('inspect', ...ids.split('\n')))
}

/** Runs a command in a container and returns its output. */
export const inside = (container: Container, ...words: string[]) =>
  docker('exec', container.Id, ...words)

/**
 * Kills the main process of a container, like the OOM killer. `docker kill` would count as a manual
 * stop, after which the container is not restarted.
 */
export const kill = ({ State }: Container) =>
  docker(
    ...['run', '--rm', '--pid', 'host', '--user', 'root', process.env.FINGERPOST_IMAGE ?? ''],
    ...['sh', '-c', `kill -KILL ${State.Pid}`],
  )

const FETCH = `fetch('http://127.0.0.1:${ADMIN_PORT}/metrics').then((it) => it.text()).then(console.log)`

/** The sum of a counter over all labels. */
export async function counter(container: Container, name: string): Promise<number> {
  const text = await inside(container, 'node', '--eval', FETCH)
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'gm'))
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0)
}

export async function api<T>(path: string, body?: object): Promise<T> {
  const { FINGERPOST_URL, FINGERPOST_API_KEY = '' } = process.env
  const response = await fetch(`${FINGERPOST_URL}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': FINGERPOST_API_KEY, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.ok, `${path}: ${text}`).toBe(true)
  return JSON.parse(text)
}

export interface Link {
  id: string
  short_url: string
  clicks: number
}

export const createLink = () =>
  api<Link>('/link', { url: 'https://example.com/kept', domain_id: 1, title: 'Kept' })

/** Sends this many concurrent visits and returns their statuses. */
export async function visit({ short_url }: Link, count: number): Promise<number[]> {
  const visits = Array.from({ length: count }, () => fetch(short_url, { redirect: 'manual' }))
  return (await Promise.all(visits)).map(({ status }) => status)
}

export const soon = (expectation: () => Promise<void>) =>
  vi.waitFor(expectation, { timeout: 120_000, interval: 250 })
