import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domainUseHandlers } from '../domains/domain-use.handlers.ts'
import type { LinkSchema } from '../link.schema.ts'
import { truncate } from '../testing/truncate.ts'
import { labelHandlers } from './label.handlers.ts'

const log = createLog('link', 'silent')
const lifecycle = new Lifecycle(log)
const context = undefined as never // catalog calls without a team
let postgres: Postgres<LinkSchema>
let labels: ReturnType<typeof labelHandlers>
let wakeUps = 0

beforeAll(async () => {
  const migrations = join(import.meta.dirname, '../../migrations')
  const own = lifecycle.own('db', await createTestDatabase('link', migrations), (it) => it.drop())
  postgres = lifecycle.own('pool', openPostgres<LinkSchema>(own.url, log, 4), (it) => it.close())
  labels = labelHandlers(postgres, () => wakeUps++)
})
afterAll(() => lifecycle.close())
beforeEach(async () => {
  await truncate(postgres.db, 'links', 'outbox')
  wakeUps = 0
})

/** Inserts this many links of a team, each with folder and tags. */
async function seed(count: number, orgId: number, folderId: number | null, tagIds: number[]) {
  await sql`
    insert into links (org_id, user_id, domain_id, domain, slug, slug_key, url, folder_id, tag_ids)
    select ${orgId}, 1, 1, 'go.example', s, s, 'https://e.com/', ${folderId}, ${tagIds}::bigint[]
    from (select gen_random_uuid()::text as s from generate_series(1, ${count}::int)) as slugs`.execute(
    postgres.db,
  )
}
const links = () => postgres.db.selectFrom('links').selectAll().orderBy('id').execute()
const notes = () => postgres.db.selectFrom('outbox').selectAll().orderBy('link_id').execute()

describe('a deleted folder', () => {
  it('is removed from its links, each with a higher version and an outbox row', async () => {
    await seed(3, 7, 5, [6])
    const before = await links()

    expect(await labels.removeFolder({ org_id: 7, folder_id: 5 }, context)).toEqual({ more: false })

    const after = await links()
    for (const [i, link] of after.entries()) {
      expect(link).toMatchObject({ folder_id: null, tag_ids: [6] })
      expect(link.version).toBeGreaterThan(before[i]?.version ?? 0)
    }
    expect(await notes()).toMatchObject(after.map(({ id }) => ({ link_id: id, kind: 'updated' })))
    expect(wakeUps).toBe(1)
  })

  it('stays on links of other teams, and other folders stay', async () => {
    await seed(1, 8, 5, [])
    await seed(1, 7, 4, [])

    await labels.removeFolder({ org_id: 7, folder_id: 5 }, context)

    expect(await links()).toMatchObject([{ folder_id: 5 }, { folder_id: 4 }])
    expect(await notes()).toEqual([])
    expect(wakeUps).toBe(0)
  })

  it('is removed from many links in chunks, and a repeat changes nothing', async () => {
    await seed(2_500, 7, 5, [])
    const remove = () => labels.removeFolder({ org_id: 7, folder_id: 5 }, context)

    expect([await remove(), await remove(), await remove()]).toEqual([
      { more: true },
      { more: true },
      { more: false },
    ])
    expect((await links()).filter(({ folder_id }) => folder_id !== null)).toEqual([])
    expect(await remove()).toEqual({ more: false })
    expect(await notes()).toHaveLength(2_500)
  })

  it('is removed from each link once by concurrent calls', async () => {
    await seed(300, 7, 5, [6])
    const asked = Array.from({ length: 4 }, () => [
      labels.removeFolder({ org_id: 7, folder_id: 5 }, context),
      labels.removeTag({ org_id: 7, tag_id: 6 }, context),
    ])
    await Promise.all(asked.flat())

    expect(await notes()).toHaveLength(600)
    for (const link of await links()) expect(link).toMatchObject({ folder_id: null, tag_ids: [] })
  })
})

it('removes a deleted tag from its links, and no other tag', async () => {
  await seed(2, 7, 5, [4, 6, 8])
  await seed(1, 8, null, [6])

  expect(await labels.removeTag({ org_id: 7, tag_id: 6 }, context)).toEqual({ more: false })

  expect(await links()).toMatchObject([
    { tag_ids: [4, 8], folder_id: 5 },
    { tag_ids: [4, 8], folder_id: 5 },
    { tag_ids: [6] },
  ])
  expect(await notes()).toHaveLength(2)
})

it('reports whether a domain has links, not counting deleted ones', async () => {
  const { checkDomainUse } = domainUseHandlers(postgres, { scheme: 'https', port: 0 }, () => {})
  const used = () => checkDomainUse({ domain_id: 1 }, context)
  expect(await used()).toEqual({ used: false })

  await seed(2, 7, null, [])
  expect(await used()).toEqual({ used: true })
  expect(await checkDomainUse({ domain_id: 2 }, context)).toEqual({ used: false })

  await postgres.db.updateTable('links').set({ deleted_at: new Date() }).execute()
  expect(await used()).toEqual({ used: false })
})
