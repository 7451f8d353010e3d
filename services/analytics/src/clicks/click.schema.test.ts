import { expect, it } from 'vitest'
import { migrated } from '../testing/migrations.ts'
import { CLICK_COLUMNS, GIVEN_COLUMNS } from './click.schema.ts'
import { enrichment } from './steps.worker.ts'

it('the migrations create every column of a click with its type', () => {
  const types = Object.entries(CLICK_COLUMNS).map(([name, { type }]) => [name, type])
  expect(Object.fromEntries(migrated('clicks_raw_v1').columns)).toEqual(Object.fromEntries(types))
})

it('a step derives every column that is not copied from the click', () => {
  const steps = enrichment({ locate: () => undefined }, 'full')
  const derived = steps.flatMap(({ empty }) => Object.keys(empty))
  expect([...GIVEN_COLUMNS, 'created_at', ...derived].sort()).toEqual(
    Object.keys(CLICK_COLUMNS).sort(),
  )
})
