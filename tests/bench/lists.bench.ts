import { createLog } from '@fingerpost/kit/process/log'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import type { Bench, Row } from './bench.ts'
import { PASSED } from './gateway.bench.ts'
import { type Place, seedLinks } from './links.ts'
import { load } from './load.ts'
import { CORES, cpuSeconds, withChildren } from './machine.ts'
import type { TestStack } from './test-stack.ts'

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
    const [few, many] = [quick ? 2_000 : 10_000, quick ? 20_000 : 1_000_000]
    const small = await openTeam(testStack, 'few')
    const big = await openTeam(testStack, 'many')
    await seedLinks(testStack, few, small)
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
      const counts = [many, few].map((it) => it.toLocaleString('en'))
      const work = `list of ${counts[0]} links, ${name}, beside ${counts[1]}`
      rows.push({ work, unit: 'ms', ours, reference, goal: { atMost: 3 } })
    }
    return rows
  },
}

type Team = Place & { key: string }

/** A team with its own domain and API key. */
async function openTeam(testStack: TestStack, name: string): Promise<Team> {
  const postgres = openPostgres(testStack.databaseUrl('catalog'), createLog('bench', 'silent'), 1)
  const key = createToken('fp')
  const open = `
with team as (
  insert into organizations (name, slug) values ($1, $1) returning id
), person as (
  insert into users (org_id) select id from team returning id, org_id
), place as (
  insert into domains (org_id, name, verified) select id, $1 || '.example', true from team
  returning id
), opened as (
  insert into api_keys (org_id, user_id, name, sha256, last_four, scopes)
  select org_id, id, 'bench', $2, right($3, 4), '{link:read}' from person
)
select person.org_id as "orgId", place.id as "domainId" from person, place`
  try {
    const slug = `bench-${name}-${Date.now()}`
    const [place] = await postgres.prepared<Place>('open-team', open, [slug, hashToken(key), key])
    return { ...(place as Place), key }
  } finally {
    await postgres.close()
  }
}
