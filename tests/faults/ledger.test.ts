import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from './fault.rows.ts'
import { type House, openHouse } from './house.ts'
import { rows } from './ledger.ts'
import { COPIES, runFault, SHORT } from './run.ts'

const PER_SECOND = 300

let house: House
beforeAll(async () => {
  house = await openHouse({ copies: COPIES })
})
afterAll(() => house?.close())

describe('every answered visit is stored once and told alike everywhere, and redirects go on', () => {
  it.each(faults.filter(({ short }) => short))('$name', async (fault) => {
    const { answered, lost, double, stored, told } = await runFault(house, fault, SHORT, PER_SECOND)

    expect(answered).toBeGreaterThan(0)
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect(new Set(Object.values(told))).toEqual(new Set([stored]))
  })
})

it('no job was given up, and no click was refused', async () => {
  const refused = await rows<{ count: number }>(
    house,
    'SELECT count() AS count FROM clicks_rejected_v1',
  )

  expect(await house.redis.zcard('{clicks}:clicks:failed')).toBe(0)
  expect(refused).toEqual([{ count: 0 }])
})
