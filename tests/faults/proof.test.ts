import { expect, it } from 'vitest'
import type { Fault } from './fault.ts'
import { runFault, SHORT } from './run.ts'
import { startTestStack } from './test-stack.ts'

const killed: Fault = {
  name: 'redirect killed',
  run: (testStack) =>
    testStack
      .kill('redirect')
      .then(() => testStack.untilReady())
      .then(() => {}),
}

it('the ledger reports lost clicks of a killed redirect that answers before its click is durable', async () => {
  const hasty = import.meta.resolve('@fingerpost/kit/testing/hasty-disk')
  const testStack = await startTestStack({
    env: { redirect: { NODE_OPTIONS: `--import ${hasty}` } },
  })
  try {
    let lost = 0
    // On a busy machine, Redis may have every answered click before its process is killed.
    for (let round = 0; lost === 0 && round < 3; round++) {
      const seen = await runFault(testStack, killed, SHORT, 300)
      expect(seen.double).toEqual([])
      expect(seen.stored).toBeGreaterThanOrEqual(seen.answered - seen.lost.length)
      lost = seen.lost.length
    }
    expect(lost).toBeGreaterThan(0)
  } finally {
    await testStack.close()
  }
}, 600_000)
