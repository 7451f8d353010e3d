import type { FaultMode } from '@fingerpost/kit/testing/fault-proxy'
import { withoutMemory } from './ballast.ts'
import type { Fault } from './fault.ts'
import type { StoreName } from './lines.ts'
import { answers, requests } from './load.ts'
import { POISONED, poisonQueue } from './poison.ts'

const MODES: Partial<Record<FaultMode, string>> = {
  refuse: 'refuses',
  blackhole: 'says nothing',
  mute: 'answers are swallowed',
  slow: '5 s late',
  'reset-on-answer': 'reset at the first byte of the answer',
  'reset-on-close': 'reset on close',
}

const killed = (name: string, short = true): Fault => ({
  name: `${name} killed`,
  short,
  async run(testStack, seen, { kills }) {
    for (let i = 0; i < kills; i++) {
      await testStack.kill(name)
      await testStack.untilReady()
      await answers(seen, 37 + 61 * i)
    }
  },
})

const cut = (process: string, store: StoreName, mode: FaultMode, short = false): Fault => ({
  name: `${process} – ${store}: ${MODES[mode]}`,
  short,
  async run(testStack, seen, { cutVisits }) {
    const line = testStack.lines.of(process, store)
    line.set(mode, 5_000)
    // `reset-on-close` needs a process that closes its connections.
    if (mode === 'reset-on-close') {
      await requests(seen, cutVisits / 2)
      await testStack.kill(process)
    }
    await requests(seen, cutVisits)
    line.set('ok')
    await testStack.untilReady()
  },
})

const modes = Object.keys(MODES) as FaultMode[]
const everyMode = (process: string, store: StoreName, short: FaultMode[] = []): Fault[] =>
  modes.map((mode) => cut(process, store, mode, short.includes(mode)))

/** All faults, as rows of the table. */
export const faults: readonly Fault[] = [
  ...['redirect', 'gateway', 'click-worker', 'link', 'redis', 'postgres', 'clickhouse'].map(
    (name) => killed(name),
  ),
  ...['catalog', 'analytics', 'bio'].map((name) => killed(name)),
  {
    name: 'click-worker killed again and again',
    short: true,
    async run(testStack, seen, { workerKills }) {
      for (let i = 0; i < workerKills; i++) {
        await testStack.kill('click-worker')
        await answers(seen, 40 + 17 * (i % 7))
      }
    },
  },
  {
    name: 'all redirects killed while redis is away',
    short: true,
    async run(testStack, seen, { cutVisits }) {
      const line = testStack.lines.of('redirect', 'redis')
      line.set('refuse')
      await requests(seen, cutVisits)
      await Promise.all(
        testStack.names.filter((it) => it.startsWith('redirect')).map((it) => testStack.kill(it)),
      )
      await requests(seen, cutVisits)
      line.set('ok')
      await testStack.untilReady()
    },
  },
  ...everyMode('redirect', 'redis', ['refuse', 'blackhole', 'mute', 'slow', 'reset-on-answer']),
  ...everyMode('click-worker', 'clickhouse', ['blackhole', 'mute', 'reset-on-answer']),
  ...everyMode('click-worker', 'redis', ['mute', 'reset-on-answer']),
  ...everyMode('link', 'postgres', ['blackhole']),
  ...everyMode('link', 'redis'),
  ...everyMode('catalog', 'postgres'),
  ...everyMode('catalog', 'redis'),
  ...everyMode('analytics', 'clickhouse'),
  ...everyMode('gateway', 'redis', ['blackhole']),
  {
    name: 'clickhouse away',
    short: true,
    async run(testStack, seen, { awayVisits }) {
      const lines = testStack.lines.to('clickhouse')
      for (const line of lines) line.set('refuse')
      await requests(seen, awayVisits)
      for (const line of lines) line.set('ok')
      await testStack.untilReady()
    },
  },
  {
    name: 'redis out of memory',
    short: true,
    async run(testStack, seen, { cutVisits }) {
      await withoutMemory(testStack.redis, () => requests(seen, cutVisits))
      await testStack.untilReady()
    },
  },
  {
    name: 'redis restarted empty',
    short: true,
    before: (testStack) =>
      testStack.redis.flushdb().then(() => testStack.signal('redis', 'SIGKILL')),
    run: (testStack, seen) => testStack.untilReady().then(() => answers(seen, 100)),
  },
  {
    name: 'poisonous clicks in the queue',
    short: true,
    poisoned: POISONED,
    run: (testStack, seen) => poisonQueue(testStack).then(() => answers(seen, 100)),
  },
  {
    name: 'every clock set an hour ahead, then an hour back',
    short: true,
    async run(testStack, seen, { cutVisits }) {
      const line = testStack.lines.of('redirect', 'redis')
      // Ahead, behind, correct again; meanwhile, the clocks of all processes differ.
      for (let setting = 0; setting < 3; setting++) {
        line.set(setting === 1 ? 'refuse' : 'ok')
        for (const name of testStack.names) {
          testStack.signal(name, 'SIGUSR2')
          await answers(seen, 11)
        }
        await requests(seen, cutVisits)
      }
      await testStack.untilReady()
    },
  },
]
