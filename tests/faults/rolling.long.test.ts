import { expect, it } from 'vitest'
import { answers } from './load.ts'
import { runFault, SHORT } from './run.ts'
import { startTestStack } from './test-stack.ts'

const copies = { redirect: 2, gateway: 2, 'click-worker': 2 }

it('a rolling restart of every copy under load: no visit fails, and no click is lost or counted twice', async () => {
  const testStack = await startTestStack({ copies })
  try {
    const restarted = {
      name: 'rolling restart',
      again: true,
      async run(...[, seen]: Parameters<Parameters<typeof runFault>[1]['run']>) {
        for (const name of Object.keys(copies).flatMap((kind) => [kind, `${kind}-2`])) {
          await testStack.kill(name, 'SIGTERM')
          await testStack.untilReady()
          await answers(seen, 100)
        }
      },
    }
    const { others, lost, double, answered, requests, stored, counted } = await runFault(
      testStack,
      restarted,
      SHORT,
      300,
    )

    expect(others).toEqual({})
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect({ answered, stored }).toEqual({ answered: requests, stored: requests })
    expect(new Set(Object.values(counted))).toEqual(new Set([requests]))
  } finally {
    await testStack.close()
  }
})
