import { join } from 'node:path'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { describeDatabase } from '@fingerpost/kit/testing/describe-database'
import { unregistered } from '@fingerpost/protos/testing/register'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveKinds } from './moves/move.repository.ts'

const ORG = 'the import sets the team'
const OWN = 'each instance has its own'
const KEY = 'name says it'
const LEFT_OUT = {
  organization: { id: ORG, created_at: OWN, updated_at: OWN },
  members: { id: OWN, org_id: ORG, user_id: 'email says it', invitation_id: OWN },
  domains: {
    ...{ org_id: ORG, version: OWN, proven_by: OWN, verify_token: OWN },
    ...{ claimed_at: OWN, checked_at: OWN, failing_since: OWN },
  },
  folders: { org_id: ORG, name_key: KEY },
  tags: { org_id: ORG, name_key: KEY },
  views: { org_id: ORG, name_key: KEY, created_by: 'the import sets the user' },
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('catalog', join(import.meta.dirname, '../migrations'))
})
afterAll(() => database.drop())

it('every table of teams is registered, and every column of a moved one is exported', async () => {
  const kinds = moveKinds({} as never, {} as never)
  const tables = await describeDatabase(database.url)

  expect(unregistered('catalog', { ...tables, kinds, leftOut: LEFT_OUT })).toEqual([])
})
