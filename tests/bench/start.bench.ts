import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withoutChoices } from '../../deploy/local/src/config.ts'
import { freePort } from '../../deploy/local/src/ports.ts'
import type { Bench } from './bench.ts'
import { startQueueRedis, startRedirect } from './redirects.ts'
import { root } from './test-stack.ts'

/** Startup times. */
export const start: Bench = {
  name: 'start',
  goal: 'npm start on warm data ready in ≤ 5 s; a redirect process listens in ≤ 300 ms',
  async run({ quick, rounds, testStack }) {
    const times = quick ? 1 : rounds
    const folder = mkdtempSync(join(tmpdir(), 'fingerpost-start-'))
    const whole: number[] = []
    try {
      for (let round = -1; round < times; round++) {
        const ms = await timeStart(join(folder, 'data'))
        if (round >= 0) whole.push(ms) // the first start creates the data
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    const one = await timeRedirects(await testStack(), times)
    return [
      { work: 'npm start on warm data, ready', unit: 'ms', ours: whole, goal: { atMost: 5_000 } },
      { work: 'redirect process, listening', unit: 'ms', ours: one, goal: { atMost: 300 } },
    ]
  },
}

async function timeStart(data: string): Promise<number> {
  const choices = { FINGERPOST_PORT: `${await freePort()}`, FINGERPOST_DATA: data }
  const env = { ...withoutChoices(process.env), ...choices }
  const began = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore' })
  try {
    while (!existsSync(join(data, 'stack.json'))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      await pause(5)
    }
    return performance.now() - began
  } finally {
    await end(child, data)
  }
}

/** The stack stops when npm exits; it has stopped when its data folder is unlocked. */
async function end(child: ChildProcess, data: string): Promise<void> {
  const gone = child.exitCode === null ? once(child, 'exit') : undefined
  child.kill('SIGTERM')
  await gone
  while (existsSync(join(data, 'lock'))) await pause(50)
}

async function timeRedirects(
  testStack: Parameters<typeof startRedirect>[0],
  times: number,
): Promise<number[]> {
  const queue = await startQueueRedis()
  const taken: number[] = []
  try {
    for (let round = -1; round < times; round++) {
      const redirect = await startRedirect(testStack, queue.url)
      if (round >= 0) taken.push(redirect.readyMs)
      await redirect.stop()
    }
    return taken
  } finally {
    await queue.close()
  }
}
