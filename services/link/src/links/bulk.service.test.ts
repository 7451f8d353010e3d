import { setPace } from '@fingerpost/kit/process/pace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())

const by = { caller }

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(link.db)
  return rows.length
}

it('serializes concurrent bulk changes of one team, and completes all of them', async () => {
  const [{ id }, other] = [await link.create({ title: 'x' }), await link.create({ title: 'x' })]
  const ids = [id, 9_999]

  const changes = await link.db.transaction().execute(async (tx) => {
    await tx.selectFrom('links').select('id').where('id', '=', id).forUpdate().execute()
    const started = Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? link.links.moveLinks({ ids }, by)
        : link.links.tagLinks({ ids, tags: [6], mode: 'add' }, by),
    )
    await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0))
    // All eight have arrived once a later request of the team is answered.
    await link.links.deleteLinks({ ids: [other.id] }, by)
    await link.links.moveLinks({ ids }, { caller: stranger })
    expect(await waitingForLocks()).toBe(1)
    return { started }
  })

  const answers = await Promise.all(changes.started)
  expect(answers).toEqual(Array(8).fill({ changed: [id], missing: [9_999] }))
})

it('60 concurrent changes of one link leave connections to another team, and all of them succeed', async () => {
  setPace(10) // Calls do not fail because the machine is busy.
  onTestFinished(() => setPace(1))
  const { id } = await link.create({ title: 'x' })
  const change = (i: number) =>
    [
      () => link.links.updateLink({ id, clear: [], title: `${i}` }, by),
      () => link.links.replaceGeoLinks({ id, items: [] }, by),
      () => link.links.tagLinks({ ids: [id], tags: [6], mode: 'add' }, by),
      () => link.links.moveLinks({ ids: [id] }, by),
    ][i % 4]?.()

  const { started, seen } = await link.db.transaction().execute(async (tx) => {
    await tx.selectFrom('links').select('id').where('id', '=', id).forUpdate().execute()
    const started = Array.from({ length: 60 }, (_, i) => change(i))
    await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThanOrEqual(5), {
      timeout: 10_000,
    })
    const made = await Promise.all(
      Array.from({ length: 8 }, () => link.create({ title: 'x' }, stranger)),
    )
    const ids = made.map((it) => it.id)
    await link.links.deleteLinks({ ids: ids.splice(0, 1) }, { caller: stranger })
    const { links: seen } = await link.links.getLinks({ ids }, { caller: stranger })
    expect(await waitingForLocks()).toBe(5)
    return { started, seen }
  })

  expect(seen).toHaveLength(7)
  const answers = await Promise.allSettled(started)
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
})

describe('many links', () => {
  it('are moved and tagged in each mode, and links of other teams are reported as missing', async () => {
    const made = await Promise.all([
      link.create({ title: '' }),
      link.create({ title: '', folder_id: 5, tags: [6] }),
    ])
    const ids = made.map(({ id }) => id)
    const seen = async () => {
      const { links: found } = await link.links.getLinks({ ids }, { caller })
      return found.sort((a, b) => a.id - b.id).map(({ folder, tags }) => [folder?.id, tags.length])
    }

    await link.links.moveLinks({ ids, folder_id: 5 }, { caller })
    await link.links.tagLinks({ ids, tags: [6], mode: 'add' }, { caller })
    expect(await seen()).toEqual([
      [5, 1],
      [5, 1],
    ])
    await link.links.moveLinks({ ids }, { caller })
    await link.links.tagLinks({ ids, tags: [6], mode: 'remove' }, { caller })
    expect(await seen()).toEqual([
      [undefined, 0],
      [undefined, 0],
    ])
    await link.links.tagLinks({ ids, tags: [6], mode: 'replace' }, { caller })
    expect((await seen()).map(([, tags]) => tags)).toEqual([1, 1])
    expect((await link.links.moveLinks({ ids }, { caller: stranger })).missing).toHaveLength(2)
    await expect(link.links.moveLinks({ ids, folder_id: 9 }, { caller })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })
})
