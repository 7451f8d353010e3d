import { randomUUID } from 'node:crypto'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jobOf, log, makeClick, openTestClickHouse } from '../testing/stack.ts'
import { type ClickRepository, clickRepository } from './click.repository.ts'
import { clickWork } from './click.worker.ts'
import { enrichment, type Step } from './steps.worker.ts'

const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
})
beforeEach(async () => {
  for (const table of ['clicks_raw_v1', 'clicks_rejected_v1']) {
    await store.clickhouse.command(`TRUNCATE TABLE ${table}`)
  }
})
afterAll(() => lifecycle.close())

/** A bug of ours: a step that derives a value that ClickHouse refuses. */
const broken: Step = {
  name: 'broken',
  empty: {},
  derive: ({ title }) => (title === 'poison' ? { is_bot: 'perhaps' as unknown as boolean } : {}),
}

function workOn(clicks: ClickRepository) {
  const steps = [...enrichment({ locate: () => undefined }, 'full'), broken]
  return clickWork({ steps, clicks, touch: async () => {}, precision: 'full', now: Date.now, log })
}

/** A group of jobs with five clicks each, some of which ClickHouse refuses. */
function makeGroup(jobs: number, poisonous: readonly number[]) {
  const clicks = Array.from({ length: jobs * 5 }, (_, i) =>
    makeClick(poisonous.includes(i) ? { title: 'poison' } : {}),
  )
  const job = (i: number) => ({
    id: randomUUID(),
    data: jobOf(...clicks.slice(i * 5, i * 5 + 5)),
  })
  const ids = (wanted: (click: Click) => boolean) => clicks.filter(wanted).map(({ id }) => id)
  return {
    group: {
      id: randomUUID(),
      jobs: Array.from({ length: jobs }, (_, i) => job(i)),
      isFirst: false,
    },
    good: ids(({ title }) => title !== 'poison').sort(),
    poison: ids(({ title }) => title === 'poison').sort(),
  }
}

async function idsIn(text: string): Promise<string[]> {
  const rows = await store.clickhouse.read<{ id: string }>({ text, params: {} })
  return rows.map(({ id }) => id).sort()
}
const inserted = () => idsIn('SELECT id FROM clicks_raw_v1')
const setAside = () => idsIn(`SELECT JSONExtractString(click, 'id') AS id FROM clicks_rejected_v1`)

it('of a group that ClickHouse refuses, only the bad clicks are rejected', async () => {
  const { group, good, poison } = makeGroup(20, [0, 13, 14, 57, 99])
  const work = workOn(clickRepository(store.clickhouse))

  await work(group)
  await work(group)

  expect(await inserted()).toEqual(good)
  expect(await setAside()).toEqual(poison)
  const keys = 'SELECT uniqExact(job_id, position) FROM clicks_rejected_v1'
  expect(await store.scalar(keys)).toBe(poison.length)
})

it('a worker that crashes at any point in such a group loses and duplicates no clicks', async () => {
  const { group, good, poison } = makeGroup(3, [4, 9])
  const repository = clickRepository(store.clickhouse)
  for (let last = 1, died = true; died; last++) {
    died = false
    let writes = 0
    /** Crashes after a number of writes, before it receives the answer. */
    const dying =
      <Rows>(write: (token: string, rows: Rows) => Promise<void>) =>
      async (token: string, rows: Rows) => {
        if (died) throw new Error('dead')
        await write(token, rows)
        died = ++writes === last
        if (died) throw new Error('killed')
      }
    const { insert, reject } = repository
    await workOn({ insert: dying(insert), reject: dying(reject) })(group).catch(() => {})
  }
  await workOn(repository)(group)

  expect(await inserted()).toEqual(good)
  expect(await setAside()).toEqual(poison)
})
