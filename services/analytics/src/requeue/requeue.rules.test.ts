import { expect, it } from 'vitest'
import { contentOf } from './requeue.rules.ts'

it.each([
  ['a click', '{"id":"x","orgId":1}', { clicks: [{ id: 'x', orgId: 1 }] }],
  ['a whole job', '{"clicks":[{"orgId":1},7]}', { clicks: [{ orgId: 1 }, 7] }],
  ['a row', '{"id":"x","org_id":1}', { row: { id: 'x', org_id: 1 } }],
  ['a text that was cut', '{"id":"x","orgId":1,"url":"htt', undefined],
  ['a job without clicks', '{"clicks":7}', undefined],
  ['no object', 'null', undefined],
  ['nothing', '', undefined],
])('%s is read as what it is', (_, text, content) => {
  expect(contentOf(text)).toEqual(content)
})
