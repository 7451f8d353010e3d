import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Load } from './load.schema.ts'

let looked = false
let version: string | undefined

/** The version of wrk, installed if possible; undefined if it is missing. */
export function wrkVersion(): string | undefined {
  if (looked) return version
  looked = true
  version = readVersion()
  if (!version && process.platform === 'linux' && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'wrk'], { env })
    version = readVersion()
  }
  return version
}

const readVersion = (): string | undefined =>
  /^wrk \S+/.exec(spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]

/** The command that generates the load and prints the result after `JSON`. */
export function wrkWords(wanted: Load): string[] {
  const { origin, seconds, connections = 64 } = wanted
  folder ??= mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(folder, `${++loads}.lua`)
  writeFileSync(script, scriptOf(wanted))
  const words = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s']
  return [...words, '-s', script, origin]
}

let folder: string | undefined
let loads = 0
process.once('exit', () => folder && rmSync(folder, { recursive: true }))

function scriptOf({ asks, method = 'GET', headers = {}, pauseMs = 0 }: Load): string {
  const lua = Object.entries(headers).map(
    ([name, value]) => `["${name}"] = ${JSON.stringify(value)}`,
  )
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
