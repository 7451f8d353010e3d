import { expect, it } from 'vitest'
import {
  type Criteria,
  fitting,
  matchErasures,
  matchRejected,
  phaseOf,
  roundOf,
} from './erasure.rules.ts'

const ALL: Criteria = {
  org_id: 1,
  link_ids: [],
  domain_id: 0,
  address: '',
  from_ms: 0,
  until_ms: 1_000,
}
const click = { org_id: 1, link_id: 7, domain_id: 3, created_at_ms: 500, ip: '192.0.2.7' }

it.each<[Partial<Criteria>, boolean]>([
  [{}, true],
  [{ org_id: 2 }, false],
  [{ link_ids: [6, 7] }, true],
  [{ link_ids: [6] }, false],
  [{ domain_id: 3 }, true],
  [{ domain_id: 4 }, false],
  [{ from_ms: 500 }, true],
  [{ from_ms: 501 }, false],
  [{ until_ms: 500 }, false],
  [{ address: '192.0.2.0/24' }, true],
  [{ address: '192.0.3.0/24' }, false],
  [{ address: '::/0' }, false],
  [{ link_ids: [7], domain_id: 4 }, false],
])('an erasure of %j includes the click: %s', (criteria, expected) => {
  expect(matchErasures([{ ...ALL, ...criteria }])(click)).toBe(expected)
})

it('a click without an address is in no network', () => {
  expect(matchErasures([{ ...ALL, address: '0.0.0.0/0' }])({ ...click, ip: '' })).toBe(false)
})

it('takes clicks out of rejected texts, and unreadable ones of the team', () => {
  const rest = matchRejected([{ ...ALL, link_ids: [7] }])
  const one = (org_id: number, link_id: unknown) => ({ org_id, link_id, created_at_ms: 5 })
  const text = (value: unknown) => JSON.stringify(value)
  expect(rest(text(one(1, 7)))).toBe(undefined)
  expect(rest(text(one(1, 'x')))).toBe(undefined)
  for (const created_at of [500, '1970-01-01 00:00:00.500']) {
    expect(rest(text({ org_id: 1, link_id: 7, created_at }))).toBe(undefined)
  }
  expect(rest('{"org_id":1,"link_id":')).toBe(undefined)
  for (const remaining of [text(one(1, 8)), text(one(2, 7)), 'null', '5', '{"org_id":12,', '[]']) {
    expect(rest(remaining)).toBe(remaining)
  }
})

it('passes waiting, erasing and done in each round', () => {
  const steps = [0, 1, 2, 3].map((step) => [roundOf({ step }), phaseOf({ step })])
  expect(steps).toEqual([
    [0, 'waiting'],
    [0, 'erasing'],
    [0, 'done'],
    [1, 'waiting'],
  ])
})

it.each([
  ['50 erasures', 60, 0, 0, 50],
  ['50 erasures with those that are being deleted', 60, 0, 48, 2],
  ['erasures of 3,000 links', 10, 1_000, 0, 3],
  ['erasures of 3,000 links with those that are being deleted', 10, 1_000, 2, 1],
  ['all of a few erasures', 2, 1_000, 1, 2],
  ['none, if those that are being deleted are enough', 1, 1, 50, 0],
])('at most %s begin', (_, waiting, links, erasing, expected) => {
  const erasures = (count: number) =>
    Array.from({ length: count }, () => ({ link_ids: Array<number>(links).fill(1) }))
  expect(fitting(erasures(waiting), erasures(erasing))).toHaveLength(expected)
})
