import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVICES } from '../../deploy/local/src/process-spec.ts'
import { answers } from './load.ts'
import { type Outcome, runFault, SHORT } from './run.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const PER_SECOND = 200

let testStack: TestStack

beforeAll(async () => {
  testStack = await startTestStack({ shared: true })
})
afterAll(() => testStack?.close())

/** Ends the process of all services under load, each time after it has answered visits again. */
function end(signal: NodeJS.Signals, times: number): Promise<Outcome> {
  return runFault(
    testStack,
    {
      name: signal,
      again: signal === 'SIGTERM',
      async run(_, seen) {
        for (let i = 0; i < times; i++) {
          await testStack.kill(SERVICES, signal)
          await testStack.untilReady()
          await answers(seen, 100)
        }
      },
    },
    SHORT,
    PER_SECOND,
  )
}

function expectWhole({ answered, lost, double, refused, stored, counted }: Outcome): void {
  expect(answered).toBeGreaterThan(100)
  expect({ lost, double, refused }).toEqual({ lost: [], double: [], refused: 0 })
  expect(new Set(Object.values(counted))).toEqual(new Set([stored]))
}

it('one process runs the services and the copies of all kinds, each ready on its own port', async () => {
  const running = testStack.running().map(({ name }) => name)

  expect(running.sort()).toEqual(['clickhouse', 'postgres', 'redis', SERVICES])
  for (const name of testStack.names) {
    await expect.poll(() => testStack.readiness(name), { timeout: 30_000 }).toBe(true)
  }
})

it('each service reports only its own metrics', async () => {
  const metricsOf = async (name: string) =>
    (await fetch(`${testStack.adminOf(name)}/metrics`)).text()

  expect(await metricsOf('redirect')).toContain('fingerpost_redirect_duration_seconds')
  expect(await metricsOf('link')).toContain('fingerpost_outbox_rows')
  expect(await metricsOf('link')).not.toContain('fingerpost_redirect_duration_seconds')
  expect(await metricsOf('catalog')).toContain('process_resident_memory_bytes')
})

it('every answered visit is counted once when the process is killed under load', async () => {
  expectWhole(await end('SIGKILL', 3))
})

it('every recorded visit is answered when the process is stopped under load', async () => {
  const outcome = await end('SIGTERM', 2)

  expectWhole(outcome)
  expect(outcome.stored).toBe(outcome.answered)
})
