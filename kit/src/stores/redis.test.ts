import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../process/log.ts'
import { firstTry, openRedis, redisCheck } from './redis.ts'

const log = createLog('test', 'silent')

function open(port: number, role: 'hot' | 'worker' = 'hot') {
  const redis = openRedis(`redis://127.0.0.1:${port}`, role, log)
  onTestFinished(() => redis.disconnect())
  return redis
}

it('resolves when Redis has refused the connection once', async () => {
  await firstTry([open(1), open(1)], 3_600_000)
})

async function listen(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as { port: number }).port
}

it('resolves after the time limit if Redis does not answer', async () => {
  const port = await listen(createServer())

  const redis = open(port, 'worker')
  await firstTry([redis], 20)
  expect(redis.status).not.toBe('ready')
})

it('is ready although a pause of the process exceeds the timeout of a command', async () => {
  let pings = 0
  const answerTo = (command: string) => {
    if (!/ping/i.test(command)) return '$13\r\nredis_mode:ok\r\n'
    pings++
    return ['', '', '+PONG\r\n+PONG\r\n'][pings] ?? '+PONG\r\n'
  }
  const port = await listen(
    createServer((socket) =>
      socket.on('data', (bytes) => {
        for (const command of String(bytes).split('*').slice(1)) socket.write(answerTo(command))
      }),
    ),
  )
  const redis = open(port)
  await once(redis, 'ready')

  await redisCheck(redis)()
  expect(pings).toBeGreaterThan(1)
})
