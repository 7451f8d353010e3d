import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redis } from '../../deploy/local/src/redis.ts'
import { until } from './until.ts'

/** An empty Redis that accepts the credentials of another one. */
export async function openSecondRedis(first: string) {
  const home = mkdtempSync(join(tmpdir(), 'fingerpost-redis-'))
  const folder = join(home, 'redis')
  writeFileSync(`${folder}-password`, new URL(first).password)
  const place = { folder, env: process.env, logFile: join(home, 'log') } as never
  const { spec, url } = await redis(place, '64mb')
  const server = spawn(spec.command, spec.args, { cwd: folder, stdio: 'ignore' })
  await until(() => spec.isReady(0), 'a second Redis')
  return {
    url,
    async close() {
      const gone = once(server, 'exit')
      server.kill()
      await gone
      rmSync(home, { recursive: true, force: true })
    },
  }
}
