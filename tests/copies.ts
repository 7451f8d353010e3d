import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ANSWER_HEAD_BYTES } from '@fingerpost/kit/http/head'
import { Agent } from 'undici'
import { expect, vi } from 'vitest'
import { environmentOf, readPlans } from '../deploy/local/src/one-process/plan.ts'
import { openRoundRobin } from './faults/round-robin.ts'
import { localStack } from './stack.ts'

const root = join(import.meta.dirname, '..')
const ENTRIES = {
  redirect: 'services/redirect/src/main.ts',
  gateway: 'gateway/src/main.ts',
  link: 'services/link/src/main.ts',
  'click-worker': 'services/analytics/src/worker/main.ts',
}

/** Copies need the environment of a running process, which only Linux shows. */
export const canCopy = () => localStack() !== undefined && existsSync('/proc/self/environ')

export interface Copy {
  url: string
  port: number
  adminUrl: string
  /** Its log so far. */
  log(): string
  close(): Promise<void>
}

/**
 * Another copy of a process of the local stack, with its environment except for ports and `own`.
 */
export async function startCopy(
  name: keyof typeof ENTRIES,
  own: Record<string, string> = {},
): Promise<Copy> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'copy-'))
  const logFile = join(folder, 'log')
  const child = spawn(process.execPath, [ENTRIES[name]], {
    cwd: root,
    env: {
      ...runningEnvironment(name),
      HTTP_PORT: `${port}`,
      GRPC_PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
      // The folder of the local stack; containers have a separate one.
      SPOOL_DIR: join(dirname(process.env.FINGERPOST_STACK ?? ''), 'spool'),
      ...own,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = createWriteStream(logFile)
  child.stdout.pipe(written)
  child.stderr.pipe(written)
  const adminUrl = `http://127.0.0.1:${adminPort}`
  try {
    await vi.waitFor(async () => expect((await fetch(`${adminUrl}/readyz`)).status).toBe(200), {
      timeout: 90_000,
      interval: 50,
    })
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    adminUrl,
    log: () => readFileSync(logFile, 'utf8'),
    async close() {
      await stop(child)
      rmSync(folder, { recursive: true })
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** The environment of a process of the local stack, or of a service in a shared one. */
function runningEnvironment(name: string): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    readFileSync(`/proc/${localStack()?.pids[name]}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const plan = readPlans(env).find((it) => it.name === name)
  return plan ? environmentOf(plan, env) : env
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The stack's redirect, a second one, and a gateway that alternates between them. */
export async function openPair() {
  const both = await openRoundRobin()
  const [second, gateway] = await Promise.all([
    startCopy('redirect'),
    startCopy('gateway', { REDIRECT_URL: `http://127.0.0.1:${both.port}` }),
  ])
  const { hostname, port } = new URL(localStack()?.redirect_url ?? '')
  const first = { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) }
  both.serve([first, { port: second.port }])
  return {
    urls: [`http://${first.host}:${first.port}`, second.url] as const,
    adminUrls: [localStack()?.admin.redirect ?? '', second.adminUrl] as const,
    gatewayUrl: gateway.url,
    /** How many visits the second has answered since it started; the first has other visitors, too. */
    answeredBySecond: () => answers(second.adminUrl),
    async close() {
      await gateway.close()
      await both.close()
      await second.close()
    },
  }
}

async function answers(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const counts = text.matchAll(/^fingerpost_redirect_answers_total\{[^}]*\} (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** undici's `request` would parse a path like `//a` as a host. */
const connections = new Agent({ maxHeaderSize: ANSWER_HEAD_BYTES })

/** One visit with a Host header, without following redirects. */
export async function visitAs(
  url: string,
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
) {
  const answer = await connections.request({
    origin: url,
    method: method as 'GET',
    path,
    headers,
  })
  const body = await answer.body.text()
  return { status: answer.statusCode, headers: answer.headers, body }
}
