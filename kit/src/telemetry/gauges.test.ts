import { expect, it } from 'vitest'
import { createGauge } from './gauges.ts'
import { metrics } from './metrics.ts'

it('is read when metrics are collected, and omits failed readings', async () => {
  const read = createGauge('test_level', 'Level', 'of')
  let level = 3
  read('full', () => level)
  read('late', async () => 7)
  read('unknown', () => undefined)
  read('away', () => Promise.reject(new Error('away')))
  const text = () => metrics.getSingleMetricAsString('test_level')

  expect((await text()).split('\n').slice(2)).toEqual([
    'test_level{of="full"} 3',
    'test_level{of="late"} 7',
  ])
  level = 4
  expect(await text()).toContain('test_level{of="full"} 4')
  read('full', () => undefined)
  expect(await text()).not.toContain('full')
})
