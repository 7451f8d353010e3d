import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { expect, it, vi } from 'vitest'
import { redis } from './redis.ts'

it('Redis loads the transactions of its append-only file after it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-redis-'))
  const place = { folder, env: process.env, logFile: join(folder, 'log') } as never
  const { spec, url } = await redis(place, '64mb')
  const start = () => spawn(spec.command, spec.args, { cwd: folder, stdio: 'ignore' })
  const ready = () => vi.waitFor(async () => expect(await spec.isReady(0)).toBe(true), 20_000)

  let server = start()
  await ready()
  const open = () => openRedis(url, 'worker', createLog('test', 'silent'))
  const client = open()
  await client.multi().set('first', '1').set('second', '1').exec()
  client.disconnect()
  server.kill('SIGKILL')
  await once(server, 'exit')

  server = start()
  await ready()
  const again = open()
  expect(await again.mget('first', 'second')).toEqual(['1', '1'])
  again.disconnect()
  server.kill('SIGKILL')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
  rmSync(`${folder}.conf`)
  rmSync(`${folder}-password`)
})
