import { expect, it } from 'vitest'
import { EMPTY_ROW } from '../clicks/click.schema.ts'
import { contentOf } from './requeue.rules.ts'

const row = { ...EMPTY_ROW, id: 'x', org_id: 1, created_at: 5 }

it.each([
  ['a click', '{"org_id":1,"created_at_ms":5}', { click: { org_id: 1, created_at_ms: 5 } }],
  ['a row', JSON.stringify(row), { row }],
  [
    'a row without a column that was added later',
    JSON.stringify({ ...row, visitor: undefined }),
    { row },
  ],
  ['a row without a time', '{"id":"x","org_id":1}', undefined],
  ['a text that was cut', '{"org_id":1,"created_at_ms":5,"url":"htt', undefined],
  ['a job', '{"clicks":[],"links":[]}', undefined],
  ['no object', 'null', undefined],
  ['nothing', '', undefined],
])('%s is read as what it is', (_, text, content) => {
  expect(contentOf(text)).toEqual(content)
})
