import type { Click } from '@fingerpost/protos/click/v1/click'
import { expect, it } from 'vitest'
import { jobOf, makeClick } from '../testing/stack.ts'
import { readBatch } from './batch.worker.ts'
import { givenColumns } from './click.repository.ts'
import { enrichment, type Step } from './steps.worker.ts'

const steps = enrichment({ locate: () => undefined }, 'full')
const read = (data: unknown, precision: 'full' | 'truncated' | 'none' = 'full') =>
  readBatch('job-1', data, steps, precision, Date.now())

it('an invalid click does not affect the others', () => {
  const good = [makeClick(), makeClick()]
  const [first, second] = good as [Click, Click]
  const { rows, rejected } = read(jobOf(first, { id: 'x', link_id: 7 }, second))

  expect(rows.map((row) => row.id)).toEqual(good.map((click) => click.id))
  expect(rejected).toEqual([
    { job_id: 'job-1', position: 1, reason: 'id is not a UUID', click: '{"link_id":7,"id":"x"}' },
  ])
})

it('a failing step leaves its columns empty and loses no click', () => {
  const failing: Step[] = steps.map((step) => ({
    ...step,
    derive() {
      throw new Error(`no ${step.name}`)
    },
  }))
  const { rows, rejected } = readBatch('job-1', jobOf(makeClick()), failing, 'full', Date.now())

  expect(rejected).toEqual([])
  expect(rows).toMatchObject([
    { country: '', geo: '{}', is_eu: false, is_bot: false, device: 'Unknown', browser: '', ip: '' },
  ])
  const all = { ...givenColumns(makeClick()), ...Object.assign({}, ...steps.map((it) => it.empty)) }
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(Object.keys(all).sort())
})

it.each([null, 'garbage', 17, { clicks: 'none' }])('a job of %j is rejected as a whole', (data) => {
  const { rows, rejected } = read(data)

  expect(rows).toEqual([])
  expect(rejected).toMatchObject([{ position: 0, click: JSON.stringify(data) }])
})

it('an empty batch has no rows', () => {
  expect(read(jobOf())).toMatchObject({ rows: [], rejected: [] })
})

it('the address of a rejected click is truncated like any other', () => {
  const bad = { ...makeClick({ ip: '203.0.113.77' }), link_id: 'x' }
  const stored = (precision: 'full' | 'truncated' | 'none') =>
    read(jobOf(bad), precision).rejected[0]?.click

  expect(stored('full')).toContain('"ip":"203.0.113.77"')
  expect(stored('truncated')).toContain('"ip":"203.0.113.0"')
  expect(stored('none')).toContain('"ip":""')
})

it('a rejected click is stored up to 64 kB', () => {
  const { rejected } = read(jobOf({ id: 'x', title: 'y'.repeat(200_000) }))

  expect(rejected[0]?.click).toHaveLength(65_536)
})
