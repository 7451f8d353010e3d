import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openErasing } from '../testing/erasing.ts'
import { oldClick, openRetentionStand, type RetentionStand } from '../testing/retention.ts'
import { log } from '../testing/stack.ts'

let lifecycle: Lifecycle
let stand: RetentionStand
let erasing: ReturnType<typeof openErasing>

beforeEach(async () => {
  lifecycle = new Lifecycle(log)
  stand = await openRetentionStand(lifecycle, Date.now, () => false)
  erasing = openErasing(stand)
})
afterEach(() => lifecycle.close())

it('finished erasures of a team are checked by as many queries as one', async () => {
  const read = vi.spyOn(stand.clickhouse, 'read')
  const queries = async () => {
    read.mockClear()
    await erasing.run()
    return read.mock.calls.length
  }
  const clickOf = (linkId: number) => oldClick(Date.now() - 1_000, { link_id: linkId })
  await stand.visit(clickOf(100))
  erasing.ask(1, { link_ids: [1] })
  await erasing.complete()
  const ofOne = await queries()
  for (let i = 2; i <= 20; i++) erasing.ask(1, { link_ids: [i] })
  await erasing.complete()

  expect(await queries()).toBe(ofOne)
})

it('teams take turns: an erasure does not wait for all of another team', async () => {
  const many = Array.from({ length: 12 }, (_, i) => erasing.ask(1, { link_ids: [i + 1] }))
  const one = erasing.ask(2, { link_ids: [1] })
  const begun = () => many.filter(({ progress }) => progress?.state !== 'queued').length
  const seen: number[] = []
  for (let i = 0; i < 3; i++) {
    await erasing.run()
    seen.push(begun())
  }

  expect(seen).toEqual([5, 10, 12])
  expect(one.progress?.state).toBe('done')
})
