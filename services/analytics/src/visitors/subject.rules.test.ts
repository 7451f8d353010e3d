import { expect, it } from 'vitest'
import { SUBJECTS, subjectOf } from './subject.rules.ts'

it('subjects are those that all counted days have; a new one needs a migration', () => {
  expect(SUBJECTS.map(({ name }) => name)).toEqual(
    [
      'team country city region continent browser os device referer language brand platform',
      'utm_source utm_medium utm_campaign utm_term utm_content utm_reference',
      'domain link destination',
    ]
      .join(' ')
      .split(' '),
  )
})

it.each([
  [[], 'team'],
  [['country', 'country'], 'country'],
  [['url_hash', 'link_id'], 'destination'],
  [['country', 'browser'], undefined],
  [['url_hash'], undefined],
])('the subject with the columns %j is %s', (columns, name) => {
  expect(subjectOf(columns)?.name).toBe(name)
})
