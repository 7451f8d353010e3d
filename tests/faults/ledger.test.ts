import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from './fault.rows.ts'
import { type House, openHouse } from './house.ts'
import { settle } from './ledger.ts'
import { createLink, rows } from './reach.ts'
import { COPIES, runFault, SHORT } from './run.ts'
import { statuses } from './visitor.ts'

const PER_SECOND = 300

let house: House
beforeAll(async () => {
  house = await openHouse({ copies: COPIES, clocks: true })
})
afterAll(() => house?.close())

describe('every answered visit is stored once and counted consistently, and redirects keep working', () => {
  it.each(faults.filter(({ short }) => short))('$name', async (fault) => {
    const it = await runFault(house, fault, SHORT, PER_SECOND)

    expect(it.answered).toBeGreaterThan(0)
    expect({ lost: it.lost, double: it.double, refused: it.refused }).toEqual({
      lost: [],
      double: [],
      refused: 0,
    })
    expect(new Set(Object.values(it.told))).toEqual(new Set([it.stored]))
  })
})

it('no job failed for good', async () => {
  expect(await house.redis.zcard('{clicks}:clicks:failed')).toBe(0)
})

it('a click has the time of the redirect that answered it, independent of other clocks', async () => {
  const link = await createLink(house)
  house.signal('redirect', 'SIGUSR2')
  expect(await statuses(house, link.slug, 8)).toEqual([302])
  await settle(house)

  const minutes = `dateDiff('minute', now(), created_at)`
  const sql = `SELECT groupUniqArray(${minutes} > 30) AS ahead FROM clicks_raw_v1 WHERE link_id = ${link.id}`
  // The clock of the other copy is correct.
  expect((await rows<{ ahead: number[] }>(house, sql))[0]?.ahead.toSorted()).toEqual([0, 1])
})
