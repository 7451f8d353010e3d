import { join } from 'node:path'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { describeDatabase } from '@fingerpost/kit/testing/describe-database'
import { unregistered } from '@fingerpost/protos/testing/register'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveKinds } from './moves/move.repository.ts'

const ORG = 'the import sets the team'
const CREATOR = 'the import sets the user'
const OWN = 'each instance has its own'
const LEFT_OUT = {
  links: {
    ...{ org_id: ORG, user_id: CREATOR, domain: 'domain_id says it', slug_key: 'slug says it' },
    ...{ version: OWN, idempotency_key: OWN, limit_version: OWN, limit_started: OWN },
    ...{ reported_expires_at: OWN, reported_expires_after: OWN, system_updated_at: OWN },
    purged_at: 'a link that is deleted permanently is not exported',
  },
  notes: { org_id: ORG, created_by: CREATOR },
  webhooks: {
    ...{ org_id: ORG, user_id: CREATOR, key_id: OWN, secret: OWN },
    ...{ previous_secret: OWN, previous_secret_until: OWN },
    ...{ disabled_reason: OWN, failures: OWN, failing_since: OWN },
  },
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('link', join(import.meta.dirname, '../migrations'))
})
afterAll(() => database.drop())

it('every table of teams is registered, and every column of a moved one is exported', async () => {
  const kinds = moveKinds({} as never, (() => {}) as never)
  const tables = await describeDatabase(database.url)

  expect(unregistered('link', { ...tables, kinds, leftOut: LEFT_OUT })).toEqual([])
})
