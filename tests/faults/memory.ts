import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { House } from './house.ts'

interface Sample {
  minute: number
  /** Resident memory of every process and store, in MB. */
  mb: Record<string, number>
  /** What Redis says it holds, in bytes. */
  redisBytes: number
}

/** Looks at the memory of everything once a minute, from now on. */
export async function watchMemory(house: House) {
  const startedMs = performance.now()
  const samples: Sample[] = [await sample(house, 0)]
  const timer = setInterval(async () => {
    const minute = Math.round((performance.now() - startedMs) / 60_000)
    samples.push(await sample(house, minute))
  }, 60_000)
  return {
    /** The table as Markdown, with what Redis grew by at most for a million of these clicks. */
    async end(clicks: number): Promise<string> {
      clearInterval(timer)
      samples.push(await sample(house, (performance.now() - startedMs) / 60_000))
      const held = samples.map(({ redisBytes }) => redisBytes)
      const grown = Math.max(...held) - (held[0] ?? 0)
      const perMillion = Math.round(((grown / clicks) * 1_000_000) / 2 ** 20)
      const minutes = samples.map(({ minute }) => `${Math.round(minute * 10) / 10} min`)
      return [
        row(['MB resident', ...minutes]),
        row(['---', ...samples.map(() => '---:')]),
        ...Object.keys(samples[0]?.mb ?? {}).map((name) =>
          row([name, ...samples.map(({ mb }) => `${mb[name] ?? '–'}`)]),
        ),
        `\nRedis grew by ${perMillion} MB per million clicks that waited.`,
      ].join('\n')
    },
  }
}

async function sample({ running, redis }: House, minute: number): Promise<Sample> {
  const processes = running()
  const pids = processes.map(({ pid }) => pid).join()
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids])
  const kb = new Map(
    stdout
      .split('\n')
      .map((it) => it.trim().split(/\s+/).map(Number))
      .map(([pid, rss]) => [pid, rss]),
  )
  const [, used = '0'] = /^used_memory:(\d+)/m.exec(await redis.info('memory')) ?? []
  return {
    minute,
    mb: Object.fromEntries(
      processes.map(({ name, pid }) => [name, Math.round((kb.get(pid) ?? 0) / 1_024)]),
    ),
    redisBytes: Number(used),
  }
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
