import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../process/log.ts'
import { firstTry, openRedis } from './redis.ts'

const log = createLog('test', 'silent')

function open(port: number, role: 'hot' | 'worker' = 'hot') {
  const redis = openRedis(`redis://127.0.0.1:${port}`, role, log)
  onTestFinished(() => redis.disconnect())
  return redis
}

it('resolves when Redis has refused the connection once', async () => {
  await firstTry([open(1), open(1)], 3_600_000)
})

it('resolves after the time limit if Redis does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }

  const redis = open(port, 'worker')
  await firstTry([redis], 20)
  expect(redis.status).not.toBe('ready')
})
