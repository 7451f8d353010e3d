import type { CreateWebhookRequest, UpdateWebhookRequest } from '@fingerpost/protos/link/v1/webhook'
import { expect, it } from 'vitest'
import { checkCreate, checkUpdate } from './webhook.rules.ts'

const request: CreateWebhookRequest = { url: 'https://e.com/hook', events: ['link.created'] }
const update = (fields: Partial<UpdateWebhookRequest>) =>
  checkUpdate({ id: 1, clear: [], ...fields })

it('accepts a webhook with only a URL and an event', () => {
  expect(checkCreate(request)).toEqual({
    url: 'https://e.com/hook',
    events: ['link.created'],
    name: '',
    enabled: true,
  })
})

it('deduplicates events', () => {
  const events = ['link.clicked', 'link.created', 'link.clicked']
  expect(checkCreate({ ...request, events })).toMatchObject({
    events: ['link.clicked', 'link.created'],
  })
})

it.each([
  [{ url: 'ftp://e.com' }, ['url']],
  [{ url: 'https://user:pass@e.com' }, ['url']],
  [{ url: '' }, ['url']],
  [{ events: [] }, ['events']],
  [{ events: ['link.created', 'link.eaten', ''] }, ['events.1', 'events.2']],
  [{ name: 'x'.repeat(65) }, ['name']],
  [{ name: 'a\u0000b' }, ['name']],
  [{ url: 'x', events: ['y'], name: '\u0007x' }, ['url', 'events.0', 'name']],
])('reports the errors of %j', (fields, names) => {
  const errors = checkCreate({ ...request, ...fields })
  expect((errors as { field: string }[]).map(({ field }) => field)).toEqual(names)
})

it('changes the given fields, resets cleared ones to defaults, and never clears URL or events', () => {
  expect(update({})).toEqual({})
  expect(update({ enabled: false })).toEqual({ enabled: false })
  expect(update({ clear: ['name', 'enabled'] })).toEqual({ name: '', enabled: true })
  expect(update({ clear: ['url', 'events'] })).toMatchObject([
    { field: 'url', code: 'required' },
    { field: 'events', code: 'required' },
  ])
  expect(update({ events: { types: [] } })).toMatchObject([{ field: 'events' }])
})
