// `node tests/bench/idle-memory.ts [one|separate]`: starts `npm start` with an empty data folder and
// prints the memory of all its processes when it has been idle for 16 seconds. Linux only. Other
// stacks on the machine share pages of Node and ClickHouse with it, and so lower its PSS.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../deploy/local/src/ports.ts'
import { root } from './test-stack.ts'

const IDLE_MS = 16_000

const [layout = 'one'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'fingerpost-memory-'))
const npm = spawn('npm', ['start', '--silent'], {
  cwd: root,
  env: {
    ...process.env,
    FINGERPOST_PROCESSES: layout,
    FINGERPOST_DATA: folder,
    FINGERPOST_PORT: `${await freePort()}`,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((resolve) => npm.once('close', resolve))
try {
  await Promise.race([untilReady(), ended])
  await pause(IDLE_MS)
  print()
} finally {
  npm.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function untilReady(): Promise<void> {
  let output = ''
  for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('Ctrl-C stops everything')) break
  }
  npm.stdout.resume()
}

function print(): void {
  const rows = [...Map.groupBy(familyOf(npm.pid ?? 0), nameOf)].map(([name, pids]) => ({
    name: pids.length > 1 ? `${name} (${pids.length} processes)` : name,
    rss: sum(pids.map((pid) => megabytes(pid, 'Rss'))),
    pss: sum(pids.map((pid) => megabytes(pid, 'Pss'))),
  }))
  const total = {
    name: 'all',
    rss: sum(rows.map((it) => it.rss)),
    pss: sum(rows.map((it) => it.pss)),
  }
  console.log(`| ${layout.padEnd(30)} | RSS MB | PSS MB |`)
  console.log(`| ${'-'.repeat(30)} | -----: | -----: |`)
  for (const { name, rss, pss } of [...rows, total]) {
    console.log(`| ${name.padEnd(30)} | ${column(rss)} | ${column(pss)} |`)
  }
}

/** A process and all its descendants. */
function familyOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((id) =>
    readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

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

function megabytes(pid: number, kind: 'Rss' | 'Pss'): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function column(value: number): string {
  return value.toFixed(0).padStart(6)
}
