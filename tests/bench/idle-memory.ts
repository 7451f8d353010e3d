// `node tests/bench/idle-memory.ts [one|separate]`: starts `npm start` with an empty data folder and
// prints the memory of all its processes when it has been idle for 16 seconds. Linux only. Other
// stacks on the machine share pages of Node and ClickHouse with it, and so lower its PSS.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { withoutChoices } from '../../deploy/local/src/config.ts'
import { freePort } from '../../deploy/local/src/ports.ts'
import { table } from './figures.ts'
import { type MemoryKind, memoryBytes, withChildren } from './machine.ts'
import { root } from './test-stack.ts'

/** The processes of one name; megabytes. */
export interface Part {
  name: string
  rss: number
  pss: number
}

/** The memory of a new `npm start` in this layout by process, when it has been idle for this time. */
export async function idleStack(layout: string, idleMs: number): Promise<Part[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-memory-'))
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...withoutChoices(process.env),
      FINGERPOST_PROCESSES: layout,
      FINGERPOST_DATA: folder,
      FINGERPOST_PORT: `${await freePort()}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => npm.once('close', resolve))
  try {
    await Promise.race([untilReady(npm.stdout), ended])
    await pause(idleMs)
    return partsOf(withChildren([npm.pid ?? 0]))
  } finally {
    npm.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

export const sumOf = (parts: readonly Part[], kind: 'rss' | 'pss'): number =>
  parts.reduce((sum, it) => sum + it[kind], 0)

async function untilReady(stdout: Readable): Promise<void> {
  let output = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('Ctrl-C stops everything')) break
  }
  stdout.resume()
}

const partsOf = (pids: readonly number[]): Part[] =>
  [...Map.groupBy(pids, nameOf)].map(([name, its]) => ({
    name: its.length > 1 ? `${name} (${its.length} processes)` : name,
    rss: megabytes(its, 'Rss'),
    pss: megabytes(its, 'Pss'),
  }))

const megabytes = (pids: readonly number[], kind: MemoryKind): number =>
  pids.reduce((sum, pid) => sum + memoryBytes(pid, kind), 0) / 2 ** 20

function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ')
  if (words.includes('clickhouse-server')) return 'clickhouse'
  if (/postgres/.test(words.split(' ')[0] ?? '')) return 'postgres'
  if (words.includes('redis-server') || words.includes('valkey-server')) return 'redis'
  if (words.includes('local/src/main.ts') || words.includes('run.mjs')) return 'supervisor'
  if (words.includes('one-process')) return 'all services'
  if (words.includes('guard.ts')) return 'guard'
  return (
    /(?:services\/)?([\w/-]+?)\/(?:src\/)?main\.ts/.exec(words)?.[1]?.replace('/src', '') ?? 'npm'
  )
}

if (import.meta.main) {
  const [layout = 'one'] = process.argv.slice(2)
  const parts = await idleStack(layout, 16_000)
  const all = { name: 'all', rss: sumOf(parts, 'rss'), pss: sumOf(parts, 'pss') }
  const rows = [...parts, all].map((it) => [it.name, it.rss.toFixed(0), it.pss.toFixed(0)])
  console.log(table(rows, [layout, 'RSS MB', 'PSS MB']))
}
