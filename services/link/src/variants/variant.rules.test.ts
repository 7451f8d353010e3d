import { describe, expect, it } from 'vitest'
import { replaceList } from './variant.rules.ts'

const held = [
  { id: 1, url: 'https://e.com/1', percent: 50 },
  { id: 2, url: 'https://e.com/2', percent: 20 },
]
const item = (fields: object = {}) => ({ url: 'https://e.com/new', percent: 10, ...fields })

describe('A/B links', () => {
  it('keep existing ids, get new ones for new items, and drop missing items', () => {
    const rows = replaceList('ab', [item(), item({ id: 2, percent: 30 }), item()], held, [7, 8])

    expect(rows.map(({ id, percent }) => [id, percent])).toEqual([
      [7, 10],
      [2, 30],
      [8, 10],
    ])
    expect(replaceList('ab', [], held, [])).toEqual([])
  })

  it('may share 100 percent in thirds', () => {
    const third = item({ percent: 100 / 3 })

    expect(replaceList('ab', [third, third, third], held, [1, 2, 3])).toHaveLength(3)
    expect(() => replaceList('ab', [item({ percent: 100.00001 })], held, [1])).toThrow()
    expect(() =>
      replaceList('ab', [item({ percent: 60 }), item({ percent: 40.1 })], held, [1, 2]),
    ).toThrow(expect.objectContaining({ code: 'percent_total_exceeded' }))
  })

  it.each([
    [{ percent: 0 }, 'items.0.percent'],
    [{ percent: -5 }, 'items.0.percent'],
    [{ percent: Number.NaN }, 'items.0.percent'],
    [{ percent: 101 }, 'items.0.percent'],
    [{ url: 'javascript:alert(1)' }, 'items.0.url'],
    [{ id: 9 }, 'items.0.id'],
  ])('reject %j', (fields, field) => {
    expect(() => replaceList('ab', [item(fields)], held, [1])).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field })] }),
    )
  })

  it('reject a duplicate id and more than twenty', () => {
    expect(() => replaceList('ab', [item({ id: 1 }), item({ id: 1 })], held, [])).toThrow(
      expect.objectContaining({ code: 'invalid_reference' }),
    )
    const many = Array.from({ length: 21 }, () => item({ percent: 1 }))
    expect(() => replaceList('ab', many, held, [])).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
  })
})

describe('geo links', () => {
  const geo = (country: string) => ({ url: 'https://e.com/', country })

  it('accept a country in any case', () => {
    expect(replaceList('geo', [geo('cz')], [], [4])).toEqual([
      { id: 4, url: 'https://e.com/', country: 'CZ' },
    ])
  })

  it.each(['UK', 'XX', 'ZZ', 'GBR', '', 'C1'])('reject the country %j', (country) => {
    expect(() => replaceList('geo', [geo(country)], [], [4])).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'items.0.country' })] }),
    )
  })

  it('reject a duplicate country', () => {
    expect(() => replaceList('geo', [geo('GB'), geo('gb')], [], [4, 5])).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'duplicate' })] }),
    )
  })
})
