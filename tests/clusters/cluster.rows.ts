import type { Fault } from '../faults/fault.ts'
import { answers } from '../faults/load.ts'
import type { Masters } from './masters.ts'

/** Any key of the click queue: all of them are in one slot. */
export const CLICK_QUEUE = '{clicks}:clicks:id'

/** Faults of a Redis Cluster during a load. */
export const clusterFaults = (cluster: Masters): Fault[] => [
  {
    name: 'master of the queue killed',
    short: true,
    async run(testStack, seen, { kills }) {
      for (let i = 0; i < kills; i++) {
        await cluster.killed(await cluster.ownerOf(CLICK_QUEUE), () => answers(seen, 500))
        await testStack.untilReady()
        await answers(seen, 300)
      }
    },
  },
  {
    name: 'each master killed in turn',
    async run(_, seen, { kills }) {
      for (let i = 0; i < kills * cluster.masters.length; i++) {
        const master = cluster.masters[i % cluster.masters.length]
        if (master) await cluster.killed(master, () => answers(seen, 100))
        await answers(seen, 100)
      }
    },
  },
  {
    name: 'slots of the queue, the changes and the domain moved',
    short: true,
    async run(_, seen, { kills }) {
      const slots = [CLICK_QUEUE, '{link-changes}:link-changes:id', 'domain:localhost']
      for (const key of Array.from({ length: kills }, () => slots).flat()) {
        const moved = await cluster.migrate(key, () => answers(seen, 100))
        if (moved === 0) throw new Error(`there was nothing in the slot of ${key}`)
        await answers(seen, 100)
      }
    },
  },
]
