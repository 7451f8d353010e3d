import { expect, it } from 'vitest'
import { text } from '#messages/analytics-parts.ts'
import { titleOf } from './group-title.rules.ts'

it.each([
  ['cities', '', 'Unknown', text.unknown],
  ['devices', 'Unknown', 'Unknown', text.unknown],
  ['folders', '0', 'Unknown', text.noFolder],
  ['folders', '5', 'Unknown', 'Unknown'],
  ['utm_campaigns', '', 'Unknown', text.noValue],
  ['utm_references', '', 'Unknown', text.noValue],
  ['utm_terms', 'Unknown', 'Unknown', 'Unknown'],
  ['countries', '', 'Unknown', text.unknown],
  ['countries', 'DE', 'from the API', 'Germany'],
  ['countries', 'Prague', 'of another dimension', 'Prague'],
  ['referers', '', 'from the API', text.direct],
  ['referers', 'news.example', 'news.example', 'news.example'],
  ['links', '7', 'https://go.example/sale', 'go.example/sale'],
])(
  'a group of %s with the value “%s” has a title in the language of the dashboard',
  (field, value, title, shown) => {
    expect(titleOf(field, { value, title })).toBe(shown)
  },
)
