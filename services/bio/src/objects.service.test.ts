import { join } from 'node:path'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { describeDatabase } from '@fingerpost/kit/testing/describe-database'
import { unregistered } from '@fingerpost/protos/testing/register'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveKinds } from './moves/move.repository.ts'

const ORG = 'the import sets the team'
const LEFT_OUT = {
  bio_pages: { org_id: ORG },
  bio_links: { org_id: ORG },
  bio_pictures: { org_id: ORG, created_at: 'the import stores it anew' },
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('bio', join(import.meta.dirname, '../migrations'))
})
afterAll(() => database.drop())

it('every table of teams is registered, and every column of a moved one is exported', async () => {
  const kinds = moveKinds({} as never, (() => {}) as never)
  const tables = await describeDatabase(database.url)

  expect(unregistered('bio', { ...tables, kinds, leftOut: LEFT_OUT })).toEqual([])
})
