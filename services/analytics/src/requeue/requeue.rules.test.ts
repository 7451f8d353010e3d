import { expect, it } from 'vitest'
import { EMPTY_ROW } from '../clicks/click.schema.ts'
import { contentOf } from './requeue.rules.ts'

const row = { ...EMPTY_ROW, id: 'x', org_id: 1, created_at: 5 }

it.each([
  ['a click', '{"id":"x","orgId":1}', { clicks: [{ id: 'x', orgId: 1 }] }],
  ['a whole job', '{"clicks":[{"orgId":1},7]}', { clicks: [{ orgId: 1 }, 7] }],
  ['a row', JSON.stringify(row), { row }],
  [
    'a row without a column that was added later',
    JSON.stringify({ ...row, visitor: undefined }),
    { row },
  ],
  ['a row without a time', '{"id":"x","org_id":1}', undefined],
  ['a text that was cut', '{"id":"x","orgId":1,"url":"htt', undefined],
  ['a job without clicks', '{"clicks":7}', undefined],
  ['no object', 'null', undefined],
  ['nothing', '', undefined],
])('%s is read as what it is', (_, text, content) => {
  expect(contentOf(text)).toEqual(content)
})
