import { expect, it } from 'vitest'
import { createFastCounter } from './fast-counter.ts'
import { metrics } from './metrics.ts'

it('counts are in the metrics, each time they are collected', async () => {
  const count = createFastCounter('test_things_total', 'Things by kind', 'kind')
  count('a')
  count('b')
  count('a')

  for (let asked = 0; asked < 2; asked++) {
    const text = await metrics.getSingleMetricAsString('test_things_total')
    expect(text).toContain('test_things_total{kind="a"} 2')
    expect(text).toContain('test_things_total{kind="b"} 1')
  }
})
