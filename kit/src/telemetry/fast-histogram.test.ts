import { expect, it } from 'vitest'
import { createFastHistogram } from './fast-histogram.ts'
import { metrics } from './metrics.ts'

const linesOf = async (name: string) => (await metrics.getSingleMetricAsString(name)).split('\n')

it('values are in cumulative buckets', async () => {
  const times = createFastHistogram('test_work_seconds', 'Work', ['kind', 'status'], [0.1, 1])
  const watch = times('a', 'OK')
  for (const seconds of [0.05, 0.1, 0.5, 7]) watch(seconds)
  times('b', 'OK')(0.2)
  times('a', 'OK')(0.35)

  expect(await linesOf('test_work_seconds')).toEqual([
    '# HELP test_work_seconds Work',
    '# TYPE test_work_seconds histogram',
    'test_work_seconds_bucket{le="0.1",kind="a",status="OK"} 2',
    'test_work_seconds_bucket{le="1",kind="a",status="OK"} 4',
    'test_work_seconds_bucket{le="+Inf",kind="a",status="OK"} 5',
    'test_work_seconds_sum{kind="a",status="OK"} 8',
    'test_work_seconds_count{kind="a",status="OK"} 5',
    'test_work_seconds_bucket{le="0.1",kind="b",status="OK"} 0',
    'test_work_seconds_bucket{le="1",kind="b",status="OK"} 1',
    'test_work_seconds_bucket{le="+Inf",kind="b",status="OK"} 1',
    'test_work_seconds_sum{kind="b",status="OK"} 0.2',
    'test_work_seconds_count{kind="b",status="OK"} 1',
  ])
})

it('a histogram may have no labels', async () => {
  createFastHistogram('test_bare_seconds', 'Bare', [], [1])()(2)

  expect(await linesOf('test_bare_seconds')).toContain('test_bare_seconds_bucket{le="+Inf"} 1')
})
