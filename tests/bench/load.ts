import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHROME } from '../agents.ts'
import { CORES, pinned } from './machine.ts'

const run = promisify(execFile)

export interface Load {
  /** http://host:port */
  origin: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  method?: string
  asks: Asks
  /** Milliseconds that a connection waits before each request. */
  pauseMs?: number
  cores?: string
}

/** What is asked for: the same each time, or with `#` standing for one of `of` numbers at random. */
export interface Asks {
  path: string
  body?: string
  of?: number
  /** The lowest of the numbers. */
  from?: number
  /** So many requests, one for something that is not there, another each time. */
  strangeEvery?: number
}

export interface Loaded {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers of 400 and above. */
  refused: number
  /** No answer at all. */
  failed: number
}

/** Finds wrk, installing it where that is possible, and answers its version. */
export function toolName(): string {
  const present = versionOf()
  if (!present && process.platform === 'linux' && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'wrk'], { env })
  }
  const version = present ?? versionOf()
  if (!version) throw new Error('The bench needs wrk: apt-get install wrk, or brew install wrk')
  return version
}

const versionOf = (): string | undefined =>
  /^wrk \S+/.exec(spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]

/** Asks as fast as answers come, over kept connections, one thread. */
export async function load(wanted: Load): Promise<Loaded> {
  const { origin, seconds, connections = 64, cores = CORES.others } = wanted
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const script = join(folder, 'load.lua')
    writeFileSync(script, scriptOf(wanted))
    const words = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s']
    const [command = '', ...args] = [...pinned(cores), ...words, '-s', script, origin]
    const { stdout } = await run(command, args)
    return JSON.parse(stdout.slice(stdout.indexOf('JSON') + 4)) as Loaded
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function scriptOf({ asks, method = 'GET', headers = {}, pauseMs = 0 }: Load): string {
  const all = { 'User-Agent': CHROME, Host: 'localhost', ...headers }
  const lua = Object.entries(all).map(([name, value]) => `["${name}"] = ${JSON.stringify(value)}`)
  const { path, body, of = 1, from = 0, strangeEvery = 0 } = asks
  return `
local headers = { ${lua.join(', ')} }
local made, n = {}, 0
local function make(i, path)
  local body = ${body === undefined ? 'nil' : `(string.gsub(${JSON.stringify(body)}, "#", i))`}
  return wrk.format("${method}", (string.gsub(path, "#", i)), headers, body)
end
function init()
  math.randomseed(os.time())
  for i = 1, ${of} do made[i] = make(${from} + i - 1, "${path}") end
end
function request()
  n = n + 1
  if ${strangeEvery} > 0 and n % ${strangeEvery || 1} == 0 then
    return make(0, "/strange-" .. math.random(0, 2000000000))
  end
  return made[math.random(#made)]
end
${pauseMs > 0 ? `function delay() return ${pauseMs} end` : ''}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('JSON{"requests":%d,"perSecond":%.1f,"p50Ms":%.3f,"p99Ms":%.3f,"refused":%d,"failed":%d}',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, e.status, e.connect + e.read + e.write + e.timeout))
end`
}
