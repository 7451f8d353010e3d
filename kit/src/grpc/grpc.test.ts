import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer as createGate } from 'node:net'
import { status } from '@grpc/grpc-js'
import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SYSTEM } from '../audit/actor.ts'
import { Lifecycle } from '../process/lifecycle.ts'
import { createLog } from '../process/log.ts'
import { connect } from './client.ts'
import { readContext, writeContext } from './context.ts'
import { createServer } from './server.ts'

const NAME = 'copies.test'
const log = createLog('grpc-test', 'silent')
let lifecycle = new Lifecycle(log)
afterEach(async () => {
  await lifecycle.close()
  lifecycle = new Lifecycle(log)
  vi.restoreAllMocks()
})

const json = {
  requestSerialize: (value: object) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer): object => JSON.parse(bytes.toString()),
  responseSerialize: (value: { host: string }) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer): { host: string } => JSON.parse(bytes.toString()),
}
const Place = {
  ask: { path: '/test.Place/ask', requestStream: false, responseStream: false, ...json },
}

/** A replica of a service that returns its own host. */
async function openCopy(host: string, port = 0): Promise<number> {
  const server = lifecycle.own(
    host,
    createServer({ GRPC_HOST: host, GRPC_SHARED_SECRET: '' }, log),
    (it) => it.close(),
  )
  server.add(Place, { ask: async () => ({ host }) })
  return server.listen(port)
}

it('a handler knows how much time the client gives it', async () => {
  const settings = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('server', createServer(settings, log), (it) => it.close())
  const left: number[] = []
  server.add(Place, {
    ask: async (_, context) => {
      left.push(context.leftMs())
      return { host: '' }
    },
  })
  const address = `127.0.0.1:${await server.listen(0)}`
  const channel = lifecycle.own('client', connect(address), (it) => it.close())
  await channel.client(Place).ask({}, { timeoutMs: 60_000 })

  expect(left).toHaveLength(1)
  expect(left[0]).toBeGreaterThan(50_000)
  expect(left[0]).toBeLessThanOrEqual(60_000)
})

it('calls take turns by team or, without one, by the signed-in user', () => {
  const team = { orgId: 7, userId: 3, scopes: [] }
  const person = { kind: 'user', id: 3, user_id: 3 } as const
  const calls = [{ caller: team, actor: person }, { actor: person }, { actor: SYSTEM }, {}]

  expect(calls.map((call) => readContext(writeContext(call), []).owner)).toEqual([
    7,
    'user 3',
    undefined,
    undefined,
  ])
})

it('a process reports its stores, and itself, whether or not they are available', async () => {
  const settings = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('server', createServer(settings, log), (it) => it.close())
  let pings = 0
  let isAway = false
  const answer = Promise.withResolvers<void>()
  server.reportStore('postgres', async () => {
    pings++
    if (isAway) throw new Error('away')
    await answer.promise
  })
  const address = `127.0.0.1:${await server.listen(0)}`
  const channel = lifecycle.own('client', connect(address), (it) => it.close())
  const check = channel.checkStore('postgres')

  const both = Promise.all([check(), check()])
  await vi.waitFor(() => expect(pings).toBe(1))
  await channel.checkHealth()
  answer.resolve()
  await both
  isAway = true

  await expect(check()).rejects.toThrow('NOT_SERVING')
  await channel.checkHealth()
  await expect(channel.checkStore('other')()).rejects.toThrow()
})

it('a call that finds no connection is sent once there is one', async () => {
  const port = await openCopy('127.0.0.1')
  let connections = 0
  const gate = createGate((socket) => {
    connections++
    if (connections === 1) return void socket.destroy()
    socket.pipe(connectTo(port, '127.0.0.1')).pipe(socket)
  })
  await once(gate.listen(0, '127.0.0.1'), 'listening')
  lifecycle.own('gate', gate, (it) => it.close())
  const { port: gatePort } = gate.address() as AddressInfo
  const channel = lifecycle.own('client', connect(`127.0.0.1:${gatePort}`), (it) => it.close())

  expect(await channel.client(Place).ask({})).toEqual({ host: '127.0.0.1' })
  expect(connections).toBeGreaterThan(1)
})

it('a new replica behind the name gets its share of the calls, and no call fails', async () => {
  const hosts = ['127.0.0.1']
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation((async () =>
      hosts.map((address) => ({ address, family: 4 }))) as unknown as typeof dns.lookup)
  const port = await openCopy('127.0.0.1')
  const channel = lifecycle.own('channel', connect(`${NAME}:${port}`, '', 100), (it) => it.close())
  const { ask } = channel.client(Place)
  const answers: Record<string, number> = {}
  const failures: unknown[] = []
  let calling = true
  const callers = Array.from({ length: 8 }, async () => {
    while (calling) {
      const { host } = await ask({}).catch((error: unknown) => {
        failures.push(error)
        return { host: 'nobody' }
      })
      answers[host] = (answers[host] ?? 0) + 1
    }
  })

  await vi.waitFor(() => expect(answers['127.0.0.1']).toBeGreaterThan(100))
  await openCopy('127.0.0.2', port)
  hosts.push('127.0.0.2')
  await vi.waitFor(() => expect(answers['127.0.0.2']).toBeGreaterThan(100))
  const looks = lookup.mock.calls.length
  await vi.waitFor(() => expect(lookup.mock.calls.length).toBeGreaterThan(looks + 1))
  calling = false
  await Promise.all(callers)

  expect(failures).toEqual([])
})

describe('a setting that another process or a store refuses', () => {
  const lines: Record<string, unknown>[] = []
  const heard = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })

  /** Calls a server that accepts the secrets `accepted` with the setting `sent`. */
  async function call(
    sent: string,
    accepted: string,
    ask = async () => ({ host: 'here' }),
  ): Promise<object> {
    lines.length = 0
    const server = lifecycle.own(
      'server',
      createServer({ GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: accepted }, heard),
      (it) => it.close(),
    )
    server.add(Place, { ask })
    const port = await server.listen(0)
    const channel = lifecycle.own('client', connect(`127.0.0.1:${port}`, sent), (it) => it.close())
    return channel.client(Place).ask({})
  }

  it.each([
    ['the old setting and both', 'old', 'old,new'],
    ['both and the old setting', 'old,new', 'old'],
    ['both, in either order', 'new, old', 'old,new'],
    ['both and the new setting', 'new,old', 'new'],
  ])('a shared secret is rotated while processes run with %s', async (_, sent, accepted) => {
    expect(await call(sent, accepted)).toEqual({ host: 'here' })
  })

  it.each([
    ['a wrong shared secret', 'wrong'],
    ['no shared secret', ''],
  ])('%s is answered with unavailable and logged as an error of the instance', async (_, sent) => {
    await expect(call(sent, 'new,old')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'unavailable',
      cause: { code: status.UNAVAILABLE },
    })
    expect(lines).toMatchObject([{ level: pino.levels.values.error, method: '/test.Place/ask' }])
    expect(JSON.stringify(lines)).toContain('GRPC_SHARED_SECRET')
  })

  it('a password that Postgres refuses is answered with unavailable and logged as an error', async () => {
    const refused = Object.assign(new Error('password authentication failed'), { code: '28P01' })

    await expect(call('', '', () => Promise.reject(refused))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'unavailable',
    })
    expect(lines).toMatchObject([
      { level: pino.levels.values.error, err: { message: refused.message } },
    ])
  })
})

it('calls that fail because a store is unavailable are logged as one outage of their method', async () => {
  const lines: Record<string, unknown>[] = []
  const heard = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const settings = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('server', createServer(settings, heard), (it) => it.close())
  let isAway = true
  server.add(Place, {
    ask: async () => {
      if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      return { host: 'here' }
    },
  })
  const address = `127.0.0.1:${await server.listen(0)}`
  const channel = lifecycle.own('client', connect(address), (it) => it.close())
  const ask = () => channel.client(Place).ask({})
  for (let i = 0; i < 20; i++) await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' })
  isAway = false
  await ask()

  const method = '/test.Place/ask'
  expect(lines).toMatchObject([
    { level: pino.levels.values.info, method, msg: 'failed', err: { message: 'away' } },
    { method, msg: expect.stringMatching(/^failed: over after \d+ s, 20 failures$/) },
  ])
})
