import type { Bench, Row } from './bench.ts'
import { PASSED } from './gateway.bench.ts'
import { seedLinks } from './links.ts'
import { load } from './load.ts'
import { CORES, cpuSeconds, withChildren } from './machine.ts'
import { openTeam, type Team } from './teams.ts'

const ASKED = {
  'newest first': '/api/link',
  'most clicked first': '/api/link?sort=clicks&order=desc',
  'in no folder': '/api/link?folder_id=0',
}

/** Cost of the first page of a list for a large team, compared with a small team. */
export const lists: Bench = {
  name: 'lists',
  goal: 'first page of 1 million links ≤ 3× that of 10 thousand, in processor time',
  async run({ quick, rounds, testStack: open, ...options }) {
    const testStack = await open()
    const seconds = quick ? 1 : options.seconds
    const [least, many] = [quick ? 2_000 : 10_000, quick ? 20_000 : 1_000_000]
    const small = await openTeam(testStack, 'few', ['link:read'])
    const big = await openTeam(testStack, 'many', ['link:read'])
    await seedLinks(testStack, least, small)
    await seedLinks(testStack, many, big)
    const pids = () => withChildren(testStack.pids(...PASSED))

    /** CPU time of a request in all processes that it passes through, in milliseconds. */
    async function costMs(path: string, { key }: Team): Promise<number> {
      const origin = testStack.facts.url
      const headers = { 'x-api-key': key }
      const before = new Map(pids().map((pid) => [pid, cpuSeconds([pid])]))
      const asks = { origin, headers, seconds, connections: 8, cores: CORES.others, asks: { path } }
      const { requests, refused, failed } = await load(asks)
      if (refused + failed > 0)
        throw new Error(`${path}: ${refused + failed} of ${requests} failed`)
      // Postgres starts and stops backend processes on its own.
      const used = pids().map((pid) => cpuSeconds([pid]) - (before.get(pid) ?? 0))
      return (used.reduce((sum, it) => sum + it, 0) / requests) * 1_000
    }

    const rows: Row[] = []
    for (const [name, path] of Object.entries(ASKED)) {
      const [reference, ours]: [number[], number[]] = [[], []]
      for (let round = -1; round < rounds; round++) {
        const costs = [await costMs(path, small), await costMs(path, big)] as const
        if (round < 0) continue
        reference.push(costs[0])
        ours.push(costs[1])
      }
      const counts = [many, least].map((it) => it.toLocaleString('en'))
      const work = `list of ${counts[0]} links, ${name}, beside ${counts[1]}`
      rows.push({ work, unit: 'ms', ours, reference, goal: { atMost: 3 } })
    }
    return rows
  },
}
