import { Redis } from 'ioredis'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startReceiver } from '../../services/link/src/testing/receiver.ts'
import { customer, localStack, stack } from '../stack.ts'
import { type Page, unique } from '../teams.ts'
import { untilReplaced } from './replaced.ts'

const api = customer()
const local = localStack()

describe.runIf(local)('every answered change is made once', () => {
  let domain_id: number
  beforeAll(async () => {
    domain_id = (await api<Page<{ id: number }>>('GET', '/domain')).body.items[0]?.id ?? 0
  })
  const post = (fields: object, headers: Record<string, string> = {}) => {
    const body = { url: 'https://example.com/', domain_id, title: 'x', ...fields }
    return api<{ id: string }>('POST', '/link', body, headers)
  }
  const isUp = () =>
    fetch(`${stack.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )

  it('with its Idempotency-Key, when the gateway is killed meanwhile', async () => {
    const redis = new Redis(local?.stores.redis_url ?? '', { protocol: 2 })
    onTestFinished(() => redis.disconnect())
    const send = (key: string, title: string) => post({ title }, { 'idempotency-key': key })
    const madeWith = async (title: string) =>
      (await api<Page<object>>('GET', `/link?search=${title}&limit=10`)).body.total
    let lost = 0
    for (let round = 0; lost === 0 && round < 8; round++) {
      const sentMs = performance.now()
      await send(unique('key'), unique('first'))
      const tookMs = performance.now() - sentMs
      const title = unique('killed')
      const keys = Array.from({ length: 60 }, () => unique('key'))
      const pid = localStack()?.pids.gateway ?? 0
      const { promise: moment, resolve: kill } = Promise.withResolvers<void>()
      const killed = moment.then(() => process.kill(pid, 'SIGKILL'))
      let answered = 0
      const tries = keys.map((key) =>
        send(key, title).then(
          // A busy API refuses some with 503.
          ({ status }) => {
            if (status === 201 && ++answered === 5) kill()
          },
          () => {},
        ),
      )
      // On a busy machine, all answers arrive at once: later rounds kill at other moments, too.
      if (round > 0) setTimeout(kill, tookMs * round)
      await Promise.all(tries)
      kill()
      await killed
      await expect.poll(isUp, { timeout: 90_000 }).toBe(true)
      lost = (await madeWith(title)) - answered
      // A lease lasts for 30 seconds; here it expires immediately.
      const places = await redis.keys('idempotency:*')
      for (const place of places.filter((it) => !it.includes('team'))) {
        if ((await redis.get(place))?.includes('"worker"')) await redis.pexpire(place, 1)
      }
      for (const key of keys) {
        await expect.poll(async () => (await send(key, title)).status).toBe(201)
      }
      expect(await madeWith(title)).toBe(keys.length)
    }
    expect(lost, 'links that were made and not answered').toBeGreaterThan(0)
  }, 300_000)

  it('and its event is sent once, when the link service is killed during a load', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const hook = { url: receiver.url, events: ['link.created'], name: 'All' }
    expect((await api('POST', '/webhook', hook)).status).toBe(201)
    const { link = 0, gateway } = localStack()?.pids ?? {}
    const tries = Array.from({ length: 60 }, async (_, i) => {
      const answer = await post({ url: `https://e.com/${i}` }).catch((error: unknown) => {
        // With all services in one process, the gateway is killed, too.
        if (link !== gateway) throw error
      })
      if (i === 20) process.kill(link, 'SIGKILL')
      return answer
    })
    const answers = await Promise.all(tries)
    const made = answers.flatMap((it) => (it?.status === 201 ? [Number(it.body.id)] : []))
    await untilReplaced('link', link)

    expect(made.length).toBeGreaterThan(0)
    const unreported = () => made.filter((id) => receiver.of('link.created', id).length === 0)
    await expect.poll(unreported, { timeout: 90_000, interval: 500 }).toEqual([])
    for (const id of made) {
      const ids = receiver.of('link.created', id).map(({ headers }) => headers['webhook-id'])
      expect(new Set(ids).size).toBe(1)
    }
  }, 120_000)
})
