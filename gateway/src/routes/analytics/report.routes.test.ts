import { beforeEach, describe, expect, it } from 'vitest'
import { asked, call, fields, reset } from '../../testing/api.ts'

beforeEach(reset)

const report = (shared: string, ...parts: string[]) =>
  call(
    `/api/analytics/report?${shared}${parts.map((it) => `&part=${encodeURIComponent(it)}`).join('')}`,
  )

describe('a report', () => {
  it('answers each part as its own operation does, in the order of the request', async () => {
    const parts = ['clicks?interval=day', 'destinations?limit=10', 'originals', 'stream']
    const one = await report('period=week', ...parts)
    const each = await Promise.all(
      parts.map((it) => call(`/api/analytics/${it}${it.includes('?') ? '&' : '?'}period=week`)),
    )

    expect(one.statusCode).toBe(200)
    expect(one.json()).toEqual({ parts: each.map((it) => it.json()) })
  })

  it('adds the shared parameters to each part, which may replace them', async () => {
    await report('period=week&country=CZ', 'clicks?interval=hour', 'clicks?period=month')

    const country = { field: 'country', operator: 'is', values: ['CZ'] }
    expect(asked.counts).toMatchObject([
      { interval: 'hour', filter: { period: 'week', conditions: { all: [country] } } },
      { filter: { period: 'month', conditions: { all: [country] } } },
    ])
  })

  it('has filters of several values, of all parts and of one', async () => {
    await report('country=CZ&country=DE', 'clicks', 'clicks?country=FR&tag_id_not=1&tag_id_not=2')

    const conditions = asked.counts.map(({ filter }) => filter?.conditions?.all)
    expect(conditions).toEqual([
      [{ field: 'country', operator: 'is', values: ['CZ', 'DE'] }],
      [
        { field: 'country', operator: 'is', values: ['FR'] },
        { field: 'tag_id', operator: 'is_not', values: ['1', '2'] },
      ],
    ])
  })

  it('names the parts that are wrong, all at once', async () => {
    const parts = [
      'clicks?interval=year',
      'summary',
      'nothing?a=b',
      'stream?limit=11&x=1',
      'stream?a=%ff',
    ]
    const response = await report('', ...parts)

    expect(response.statusCode).toBe(400)
    expect(fields(response)).toEqual([
      'part.0.interval',
      'part.2',
      'part.3.limit',
      'part.3.x',
      'part.4',
    ])
    expect(asked.counts).toEqual([])
  })

  it.each([
    ['no part', []],
    ['eleven parts', Array.from({ length: 11 }, () => 'clicks')],
    ['an operation that is not a part', ['export']],
    ['a report in a report', ['report?part=clicks']],
    ['a property of every object', ['constructor']],
  ])('is rejected with %s', async (_, parts) => {
    expect((await report('', ...parts)).statusCode).toBe(400)
  })
})
