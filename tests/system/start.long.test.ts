import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isToken } from '@fingerpost/kit/secrets/token'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SMALL, USUAL } from '../../deploy/local/src/layout.ts'
import { commandLine, startTime } from '../../deploy/local/src/process-identity.ts'

const root = join(import.meta.dirname, '..', '..')
/** A visit of it is a click, not one of a bot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const names = 'postgres redis clickhouse catalog bio link analytics click-worker redirect gateway'

interface Facts {
  url: string
  redirect_url: string
  api_key: string
  domain: string
  pids: Record<string, number>
  admin: Record<string, string>
}

interface Started {
  process: ChildProcess
  output(): string
  /** Resolves with the exit code. */
  over: Promise<number | null>
}

let folder: string
let stackFile: string
let port: number
let processes: 'separate' | 'one'
let first: Started

// Overrides the operator's settings and those of a .env file.
const unset = ['DATABASE_URL', 'REDIS_URL', 'REDIS_CACHE_URL', 'REDIS_QUEUE_URL', 'CLICKHOUSE_URL']
const initial = ['INITIAL_API_KEY', 'INITIAL_DOMAIN']
const fresh = [...unset, ...initial, 'SHORT_URL_PORT', 'SHORT_URL_SCHEME', 'FINGERPOST_HOST']

/** `npm start`, without npm. */
function start(settings: Record<string, string> = {}): Started {
  const env = {
    ...process.env,
    ...Object.fromEntries(fresh.map((name) => [name, ''])),
    FINGERPOST_PORT: `${port}`,
    FINGERPOST_DATA: folder,
    FINGERPOST_PROCESSES: processes,
    FINGERPOST_COPIES: '',
    ...settings,
  }
  const child = spawn(process.execPath, ['deploy/local/run.mjs', 'start'], { cwd: root, env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
  }
  const over = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, output: () => text, over }
}

const eventually = (expectation: () => unknown) =>
  vi.waitFor(expectation, { timeout: 40_000, interval: 50 })

async function ready(started: Started): Promise<Started> {
  await eventually(() => {
    if (started.process.exitCode !== null) return // It will not come; the next line shows why.
    expect(started.output()).toContain('Ctrl-C stops everything')
  })
  expect(started.output()).toContain('Ctrl-C stops everything')
  return started
}

const facts = (): Facts => JSON.parse(readFileSync(stackFile, 'utf8'))

const isAlive = (pid: number): boolean => startTime(pid) !== undefined

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${facts().url}/api${path}`, {
    ...init,
    headers: { 'x-api-key': facts().api_key, 'content-type': 'application/json' },
  })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

// An external stack (compose, a cluster) was not started by npm start.
const elsewhere = process.env.FINGERPOST_URL !== undefined && !process.env.FINGERPOST_STACK

describe.skipIf(elsewhere).each(['separate', 'one'] as const)(
  'npm start, FINGERPOST_PROCESSES=%s',
  (layout) => {
    beforeAll(async () => {
      processes = layout
      folder = mkdtempSync(join(tmpdir(), 'fingerpost start ü%20-'))
      stackFile = join(folder, 'stack.json')
      port = await freePort()
      first = await ready(start())
    })

    let failed = false
    afterEach(({ task }) => {
      failed ||= task.result?.state === 'fail'
    })

    afterAll(async () => {
      first?.process.kill('SIGTERM')
      await first?.over
      // A failed run stores the logs next to its stack file.
      const run = process.env.FINGERPOST_STACK
      if (failed && run)
        cpSync(join(folder, 'logs'), join(run, '..', 'logs', 'start'), {
          recursive: true,
        })
      rmSync(folder, { recursive: true, force: true })
    })

    it('starts three stores and seven services, and records their addresses', async () => {
      const { pids, url, redirect_url, api_key, domain, admin } = facts()

      expect(Object.keys(pids).sort()).toEqual(names.split(' ').sort())
      expect(Object.values(pids).filter((pid) => !isAlive(pid))).toEqual([])
      expect(new Set(Object.values(pids)).size).toBe(layout === 'one' ? 4 : 10)
      expect(first.output()).toContain(`FINGERPOST_PROCESSES=${layout}`)
      expect({ url, domain }).toEqual({ url: `http://localhost:${port}`, domain: 'localhost' })
      expect(isToken('fp', api_key)).toBe(true)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect((await fetch(`${redirect_url}/no-such-slug`)).status).toBe(404)
      const answers = Object.values(admin).map(async (it) => (await fetch(`${it}/readyz`)).status)
      expect(await Promise.all(answers)).toEqual(Array(7).fill(200))
      expect(statSync(stackFile).mode & 0o777).toBe(0o600)
      expect(first.output()).toMatch(/^Daily backups at \d\d:\d\d UTC, in /m)
      expect(first.output()).toContain(`http://localhost:${port}/app/\n`)
    })

    it('gives the stores as much memory as its layout says', () => {
      const { redis, postgres } = layout === 'one' ? SMALL : USUAL
      const command = commandLine(facts().pids.postgres!)
      for (const [name, value] of Object.entries(postgres))
        expect(command).toContain(` -c ${name}=${value}`)
      const settings = readFileSync(join(folder, 'redis.conf'), 'utf8')
      expect(settings).toContain(`\nmaxmemory ${redis}\n`)
    })

    it.skipIf(spawnSync('curl', ['--version']).status !== 0)(
      'prints three commands that work when pasted, repeatedly',
      async () => {
        const [shorten, follow, stream] = first
          .output()
          .split('\n')
          .filter((line) => line.includes('curl'))
          .map((line) => line.trim())

        for (const time of [1, 2]) {
          const { stdout } = spawnSync('bash', ['-c', `${shorten}\n${follow}`])
          const text = stdout.toString()
          expect(text).toMatch(new RegExp(`^http://localhost:${port}/\\S+\nHTTP/1.1 302 `))
          expect(text).toMatch(/^location: https:\/\/example\.com\/hello\r$/im)
          await eventually(() => {
            const clicks = JSON.parse(spawnSync('bash', ['-c', stream ?? '']).stdout.toString())
            expect(clicks.items).toHaveLength(time)
          })
        }
      },
    )

    it('rejects a second start on the same data, and names the running process', async () => {
      const second = start({ FINGERPOST_PORT: `${await freePort()}` })

      expect(await second.over).toBe(1)
      expect(second.output()).toMatch(/Fingerpost is already running on .* \(pid \d+\)/)
    })

    it('rejects a port in use, names its process, and starts nothing', async () => {
      const other = join(folder, 'other')
      const second = start({ FINGERPOST_DATA: other })

      expect(await second.over).toBe(1)
      expect(second.output()).toMatch(
        new RegExp(
          `Port ${port} is taken by .*(${layout === 'one' ? 'one-process' : 'gateway'}).* \\(pid \\d+\\)`,
        ),
      )
      expect(second.output()).toContain(`FINGERPOST_PORT=${port + 1}`)
      expect(existsSync(join(other, 'postgres'))).toBe(false)
    })

    it.each(['link', 'redirect', 'redis', 'postgres', 'clickhouse'])(
      'restarts %s when it is killed, and records its new pid',
      async (name) => {
        const before = facts().pids[name]!
        const program = layout === 'one' && before === facts().pids.gateway ? 'services' : name

        process.kill(before, 'SIGKILL')

        await eventually(() => expect(first.output()).toContain(`${program} ended with SIGKILL`))
        await eventually(() => {
          expect(facts().pids[name]).toEqual(expect.any(Number))
          expect(facts().pids[name]).not.toBe(before)
        })
        await eventually(() => expect(first.output()).toContain(`${program} is ready again`))
        await eventually(async () => {
          const answers = Object.values(facts().admin).map((it) => fetch(`${it}/readyz`))
          for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
        })
      },
    )

    it('stops everything on SIGTERM, and starts again with the same data and key', async () => {
      const before = facts()
      const body = JSON.stringify({ url: 'https://example.com/kept', domain_id: 1, slug: 'kept' })
      expect((await call('/link', { method: 'POST', body })).status).toBe(201)

      first.process.kill('SIGTERM')

      expect(await first.over).toBe(0)
      expect(Object.values(before.pids).filter(isAlive)).toEqual([])
      expect(existsSync(stackFile)).toBe(false)
      first = await ready(start())
      expect(facts().api_key).toBe(before.api_key)
      const visit = await fetch(`${facts().url}/kept`, { redirect: 'manual' })
      expect(visit.status).toBe(302)
      expect(visit.headers.get('location')).toBe('https://example.com/kept')
    })

    it.runIf(layout === 'one')('rejects copies in one process', async () => {
      const FINGERPOST_DATA = join(folder, 'other')
      const second = start({ FINGERPOST_COPIES: 'redirect=2', FINGERPOST_DATA })

      expect(await second.over).toBe(1)
      expect(second.output()).toContain('FINGERPOST_COPIES needs separate processes')
    })

    it.runIf(layout === 'separate')(
      'copies share the visits and their port, and restart when they are killed',
      async () => {
        first.process.kill('SIGTERM')
        await first.over
        first = await ready(start({ FINGERPOST_COPIES: 'gateway=2,redirect=2,click-worker=2' }))
        const { pids, admin, redirect_url } = facts()
        expect(Object.keys(pids)).toHaveLength(13)
        const body = JSON.stringify({ url: 'https://example.com/', domain_id: 1, slug: 'copied' })
        const { id } = (await (await call('/link', { method: 'POST', body })).json()) as {
          id: number
        }
        let visits = 0
        const headers = { connection: 'close', 'user-agent': BROWSER }
        const visit = async (times: number) => {
          for (let i = 0; i < times; i++) {
            const url = `${redirect_url}/copied`
            expect((await fetch(url, { redirect: 'manual', headers })).status).toBe(302)
            visits++
          }
        }
        await visit(60)
        for (const name of ['redirect', 'redirect-2']) {
          const metrics = await (await fetch(`${admin[name]}/metrics`)).text()
          expect(metrics).toMatch(/^fingerpost_clicks_recorded_total\{put="\w+"[^}]*\} [1-9]/m)
        }

        process.kill(pids['redirect-2']!, 'SIGKILL')
        await eventually(() => expect(first.output()).toContain('redirect-2 is ready again'))
        await visit(20)

        await eventually(async () => {
          const link = (await (await call(`/link/${id}`)).json()) as { clicks: number }
          expect(link.clicks).toBe(visits)
        })
        first.process.kill('SIGTERM')
        await first.over
        first = await ready(start())
      },
    )

    it('leaves no process running when the supervisor is killed, and starts again', async () => {
      const { pids } = facts()
      const supervisor = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid

      process.kill(supervisor, 'SIGKILL')

      await first.over
      await eventually(() => expect(Object.values(pids).filter(isAlive)).toEqual([]))
      first = await ready(start())
      expect((await fetch(`${facts().url}/kept`, { redirect: 'manual' })).status).toBe(302)
    })
  },
)
