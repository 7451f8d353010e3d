import { expect, it } from 'vitest'
import { settle } from './ledger.ts'
import { createLink, rows } from './requests.ts'
import { isBrief, testFaults } from './test-faults.ts'
import { statuses } from './visitor.ts'

const open = testFaults((fault) => !isBrief(fault))

it('a click has the time of the redirect that answered it, independent of other clocks', async () => {
  const testStack = open()
  const link = await createLink(testStack)
  testStack.signal('redirect', 'SIGUSR2')
  expect(await statuses(testStack, link.slug, 8)).toEqual([302])
  await settle(testStack)

  const minutes = `dateDiff('minute', now(), created_at)`
  const sql = `SELECT groupUniqArray(${minutes} > 30) AS ahead FROM clicks_raw_v1 WHERE link_id = ${link.id}`
  // The clock of the other copy is correct.
  expect((await rows<{ ahead: number[] }>(testStack, sql))[0]?.ahead.toSorted()).toEqual([0, 1])
})
