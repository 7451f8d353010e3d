import { Client } from 'undici'
import { expect, it } from 'vitest'
import { balance, settle } from './ledger.ts'
import { residentMb } from './memory.ts'
import { createLink } from './requests.ts'
import { startTestStack } from './test-stack.ts'
import { openVisitors } from './visitors.ts'

const IDLE = 10_000
const NEWCOMERS = 2_000
const PER_TURN = 100
const TURN_MS = 50
/** Of the redirect; some 16 kB for each connection. */
const GROWTH_MB = 400

it('beside 10,000 idle connections, 2,000 new ones within a second are all answered', async () => {
  const testStack = await startTestStack()
  try {
    const link = await createLink(testStack)
    const url = `http://127.0.0.1:${testStack.environment('redirect').HTTP_PORT}`
    const pid = testStack.pidOf('redirect') ?? 0
    const before = await residentMb(pid)
    const idle = await openVisitors(url, link.slug, IDLE)
    expect(idle.seen.answered.size).toBe(IDLE)
    const held = await residentMb(pid)

    const newcomers = Promise.withResolvers<void>()
    const statuses: number[] = []
    const come = async () => {
      const client = new Client(url)
      const path = `/${link.slug}?t=${crypto.randomUUID()}`
      const headers = { host: 'localhost', 'user-agent': 'curl/8.0' }
      const { statusCode, body } = await client.request({ method: 'GET', path, headers })
      await body.dump()
      await client.close()
      if (statuses.push(statusCode) === NEWCOMERS) newcomers.resolve()
    }
    let sent = 0
    const timer = setInterval(() => {
      for (let i = 0; i < PER_TURN; i++) come().catch(newcomers.reject)
      sent += PER_TURN
      if (sent === NEWCOMERS) clearInterval(timer)
    }, TURN_MS)
    await newcomers.promise
    expect(new Set(statuses)).toEqual(new Set([302]))
    const crowded = await residentMb(pid)
    console.info({ before, held, crowded })

    // The idle connections are still open, and used again.
    const again = await idle.visitTogether(() => {})
    expect(again.filter(({ status }) => status !== 302 && status !== 503)).toEqual([])
    expect(again.filter(({ status }) => status === 302).length).toBeGreaterThanOrEqual(NEWCOMERS)
    expect(crowded - before).toBeLessThan(GROWTH_MB)
    await idle.close()
    await settle(testStack)
    const { lost, double, stored } = await balance(testStack, link, idle.seen)
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect(stored).toBe(idle.seen.answered.size + NEWCOMERS)
  } finally {
    await testStack.close()
  }
})
