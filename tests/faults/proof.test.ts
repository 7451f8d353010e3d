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
  const hasty = import.meta.resolve('@fingerpost/kit/testing/hasty-queue')
  const testStack = await startTestStack({
    env: { redirect: { NODE_OPTIONS: `--import ${hasty}` } },
  })
  try {
    const { lost, double, answered, stored } = await runFault(testStack, killed, SHORT, 300)

    expect(lost.length).toBeGreaterThan(0)
    expect(double).toEqual([])
    expect(stored).toBeGreaterThanOrEqual(answered - lost.length)
  } finally {
    await testStack.close()
  }
})
