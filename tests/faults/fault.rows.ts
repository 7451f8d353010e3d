import type { FaultMode } from '@fingerpost/kit/testing/fault-proxy'
import type { House } from './house.ts'
import type { StoreName } from './lines.ts'
import { answers, requests, type Seen } from './load.ts'

/** One thing that goes wrong in the middle of a load, and is over again when `run` resolves. */
export interface Fault {
  name: string
  /** Also in `npm test`; the others only in `pnpm faults`. */
  short?: boolean
  /** Visitors ask once more on a connection that was closed in good order. */
  again?: boolean
  /** Before the load, with an empty queue. */
  before?(house: House): Promise<unknown>
  run(house: House, seen: Seen, scale: Scale): Promise<void>
}

/** How often, and for how many visits, something is done. */
export interface Scale {
  kills: number
  workerKills: number
  /** Visits during which a line is cut. */
  cutVisits: number
  /** Visits during which ClickHouse is away. */
  awayVisits: number
}

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
  async run(house, seen, { kills }) {
    for (let i = 0; i < kills; i++) {
      await house.kill(name)
      await house.untilReady()
      await answers(seen, 37 + 61 * i)
    }
  },
})

const cut = (process: string, store: StoreName, mode: FaultMode, short = false): Fault => ({
  name: `${process} – ${store}: ${MODES[mode]}`,
  short,
  async run(house, seen, { cutVisits }) {
    const line = house.lines.of(process, store)
    line.set(mode, 5_000)
    // What resets on close must be closed by somebody.
    if (mode === 'reset-on-close') {
      await requests(seen, cutVisits / 2)
      await house.kill(process)
    }
    await requests(seen, cutVisits)
    line.set('ok')
    await house.untilReady()
  },
})

const modes = Object.keys(MODES) as FaultMode[]
const everyMode = (process: string, store: StoreName, short: FaultMode[] = []): Fault[] =>
  modes.map((mode) => cut(process, store, mode, short.includes(mode)))

/** Every way to fail that a row of the table stands for. */
export const faults: readonly Fault[] = [
  ...['redirect', 'gateway', 'click-worker', 'link', 'redis', 'postgres', 'clickhouse'].map(
    (name) => killed(name),
  ),
  ...['catalog', 'analytics', 'bio'].map((name) => killed(name)),
  {
    name: 'click-worker killed again and again',
    short: true,
    async run(house, seen, { workerKills }) {
      for (let i = 0; i < workerKills; i++) {
        await house.kill('click-worker')
        await answers(seen, 40 + 17 * (i % 7))
      }
    },
  },
  {
    name: 'all redirects killed while redis is away',
    short: true,
    async run(house, seen, { cutVisits }) {
      const line = house.lines.of('redirect', 'redis')
      line.set('refuse')
      await requests(seen, cutVisits)
      await Promise.all(
        house.names.filter((it) => it.startsWith('redirect')).map((it) => house.kill(it)),
      )
      await requests(seen, cutVisits)
      line.set('ok')
      await house.untilReady()
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
    async run(house, seen, { awayVisits }) {
      const lines = house.lines.to('clickhouse')
      for (const line of lines) line.set('refuse')
      await requests(seen, awayVisits)
      for (const line of lines) line.set('ok')
      await house.untilReady()
    },
  },
  {
    name: 'redis out of memory',
    short: true,
    async run(house, seen, { cutVisits }) {
      await house.redis.config('SET', 'maxmemory', '1mb')
      await requests(seen, cutVisits)
      await house.redis.config('SET', 'maxmemory', '0')
      await house.untilReady()
    },
  },
  {
    name: 'redis restarted empty',
    short: true,
    before: (house) => house.redis.flushall().then(() => house.signal('redis', 'SIGKILL')),
    run: (house, seen) => house.untilReady().then(() => answers(seen, 100)),
  },
]
