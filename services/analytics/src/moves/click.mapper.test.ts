import { expect, it } from 'vitest'
import { CLICK_LINE, toClickRow } from './click.mapper.ts'

const line = (ip: string) => ({
  id: '01930000-0000-7000-8000-000000000001',
  created_at: '2026-10-01T12:00:00.000Z',
  ip,
})

it.each([
  ['full', '203.0.113.9', '203.0.113.9'],
  ['truncated', '203.0.113.9', '203.0.113.0'],
  ['truncated', '2001:db8:1:2::3', '2001:db8:1::'],
  ['none', '203.0.113.9', ''],
  ['full', 'not an address', ''],
] as const)(
  'an imported click with CLICK_IP=%s and the address %s has %j',
  (precision, ip, expected) => {
    expect(toClickRow(line(ip), 1, precision).ip).toBe(expected)
  },
)

it('an imported click has the same id in a team each time, and another in another team', () => {
  const [first, again, other] = [1, 1, 2].map((team) => toClickRow(line(''), team, 'full').id)

  expect(first).toMatch(/^01930000-0000-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it.each([
  ['{"latitude":1}', true],
  ['{}', true],
  ['', true],
  ['not json{', false],
  ['[]', false],
  ['null', false],
  [7, false],
])('the JSON %j of an imported click is valid: %s', (value, isValid) => {
  expect(CLICK_LINE.query?.isValid(value)).toBe(isValid)
  expect(CLICK_LINE.geo?.isValid(value)).toBe(isValid)
})
