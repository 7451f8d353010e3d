import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestStack } from './test-stack.ts'

interface Sample {
  minute: number
  /** Resident memory of every process and store, in MB. */
  mb: Record<string, number>
  /** Memory use reported by Redis, in bytes. */
  redisBytes: number
}

/** Samples the memory of all processes once a minute. */
export async function watchMemory(testStack: TestStack) {
  const startedMs = performance.now()
  const samples: Sample[] = [await sample(testStack, 0)]
  const timer = setInterval(async () => {
    const minute = Math.round((performance.now() - startedMs) / 60_000)
    samples.push(await sample(testStack, minute))
  }, 60_000)
  return {
    /** The table as Markdown, with the peak growth of Redis per million clicks. */
    async end(clicks: number): Promise<string> {
      clearInterval(timer)
      samples.push(await sample(testStack, (performance.now() - startedMs) / 60_000))
      const held = samples.map(({ redisBytes }) => redisBytes)
      const growth = Math.max(...held) - (held[0] ?? 0)
      const perMillion = Math.round(((growth / clicks) * 1_000_000) / 2 ** 20)
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

async function sample({ running, redis }: TestStack, minute: number): Promise<Sample> {
  const mb: Record<string, number> = {}
  for (const { name, pid } of running()) mb[name] = await residentMb(pid)
  const [, used = '0'] = /^used_memory:(\d+)/m.exec(await redis.info('memory')) ?? []
  return { minute, mb, redisBytes: Number(used) }
}

/** Resident memory of a process in MB; 0 if it has exited. */
export async function residentMb(pid: number): Promise<number> {
  const asked = promisify(execFile)('ps', ['-o', 'rss=', '-p', `${pid}`])
  const { stdout } = await asked.catch(() => ({ stdout: '0' }))
  return Math.round(Number(stdout) / 1_024)
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
