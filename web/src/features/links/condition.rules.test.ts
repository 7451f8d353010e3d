import { describe, expect, it } from 'vitest'
import {
  CONDITION_TYPES,
  type Condition,
  firstCondition,
  ruleSentence,
  toRuleRows,
} from './condition.rules.ts'

const URL = 'https://e.com/'
const sentenceOf = (...when: Condition[]) => ruleSentence({ when, url: URL }, 'Europe/Prague')
const WEEKLY = {
  type: 'weekly' as const,
  days: ['mon' as const, 'sun' as const],
  from: '09:00',
  to: '24:00',
  timezone: 'UTC',
}
const at = '2026-12-01T08:00:00.000Z'

describe('a rule', () => {
  it.each<[Condition, string]>([
    [{ type: 'device', is: ['Mobile', 'TV'] }, 'the device is a phone or a television'],
    [{ type: 'country', is: ['CZ'], not: true }, 'the country is not Czechia'],
    [{ type: 'query', name: 'a', is: ['x'] }, 'the parameter a is x'],
    [{ type: 'query', name: 'a', is: ['x'], not: true }, 'the parameter a is not x'],
    [{ type: 'query', name: 'a', present: true }, 'the parameter a is present'],
    [{ type: 'query', name: 'a', present: true, not: true }, 'the parameter a is absent'],
    [{ type: 'query', name: 'a', absent: true }, 'the parameter a is absent'],
    [{ type: 'query', name: 'a', absent: true, not: true }, 'the parameter a is present'],
    [{ type: 'after', at }, 'it is Dec 1, 2026, 9:00 AM or later'],
    [{ type: 'after', at, not: true }, 'it is before Dec 1, 2026, 9:00 AM'],
    [{ type: 'before', at }, 'it is before Dec 1, 2026, 9:00 AM'],
    [{ type: 'before', at, not: true }, 'it is Dec 1, 2026, 9:00 AM or later'],
    [{ type: 'before', at: '' }, 'it is before …'],
    [WEEKLY, 'it is Mon or Sun from 09:00 to 24:00 (UTC)'],
    [{ ...WEEKLY, not: true }, 'it is not Mon or Sun from 09:00 to 24:00 (UTC)'],
    [{ type: 'bot' }, 'the visitor is a bot'],
    [{ type: 'bot', not: true }, 'the visitor is not a bot'],
  ])('with %j reads as a sentence', (condition, words) => {
    expect(sentenceOf(condition).replaceAll('\u202f', ' ')).toBe(`If ${words}, go to ${URL}`)
  })

  it('joins its conditions', () => {
    expect(sentenceOf({ type: 'bot' }, { type: 'city', is: ['Prague'] })).toBe(
      `If the visitor is a bot and the city is Prague, go to ${URL}`,
    )
  })

  it('with a new condition of every type is a sentence, too', () => {
    for (const type of CONDITION_TYPES)
      expect(sentenceOf(firstCondition(type, 'UTC'))).toMatch(/^If \w/)
  })

  it('has a key of its own in the form', () => {
    const rule = { id: 7, url: URL, name: '', when: [] }
    expect(toRuleRows([rule, rule]).map(({ key }) => key)).toEqual(['0', '1'])
    expect(toRuleRows()).toEqual([])
  })
})
