import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { api } from '../../testing/api.ts'
import { click, fill, openPage, path, pick, role, text, until } from '../../testing/app.tsx'
import { itemOf } from '../../testing/document.ts'

it('the entries of one request are one row, and lead to their objects', async () => {
  const entry = { ...itemOf('/audit'), request_id: 'one', operation: 'updated' }
  const of = (last: number, kind: string, id: string, name: string, request_id = 'one') => ({
    ...entry,
    id: `019aa6f2-3c40-7a1b-8c3d-5e6f7081920${last}`,
    object: { kind, id, name },
    request_id,
  })
  const items = [
    of(1, 'link', '1024', 'go.shop.example/a'),
    of(2, 'tag', '5', 'Sale'),
    of(3, 'tag', '5', 'Sale', 'another'),
  ]
  api.on('GET', '/audit', () => ({ items, next: null }))
  openPage('/audit', 'owner')
  await text(/changed link go.shop.example\/a and 1 more$/)
  expect(document.querySelectorAll('summary')).toHaveLength(4)
  const [link] = await screen.findAllByRole('link', {
    name: 'Show go.shop.example/a',
    hidden: true,
  })
  expect(link?.getAttribute('href')).toMatch(/\/links\/1024$/)
  const [tag] = await screen.findAllByRole('link', { name: 'Show Sale', hidden: true })
  expect(tag?.getAttribute('href')).toMatch(/\/links\?tags=5$/)
})

it('the audit log says who changed what, is filtered, and is exported', async () => {
  const entry = itemOf('/audit')
  const entries = [
    {
      ...entry,
      id: '019aa6f2-3c40-7a1b-8c3d-5e6f708192a4',
      actor: { kind: 'user', id: '71', name: 'Jana', user_id: '71' },
      object: { kind: 'tag', id: '5', name: 'After' },
      before: { name: 'Before' },
      after: { name: 'After' },
    },
    {
      ...entry,
      operation: 'created',
      object: { kind: 'folder', id: '6', name: 'By key' },
      before: null,
      after: { name: 'By key' },
    },
  ]
  api.on('GET', '/audit', ({ query }) => {
    if (query.has('from')) return { items: [], next: null }
    const kind = query.get('object_kind')
    return { items: entries.filter((it) => !kind || it.object.kind === kind), next: null }
  })
  api.on(
    'GET',
    '/audit/export',
    () => new Response('{}', { headers: { 'content-type': 'application/x-ndjson' } }),
  )
  const files: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push(this.download)
  })
  openPage('/audit', 'owner')
  const summaries = () => [...document.querySelectorAll('summary')].map((it) => it.textContent)
  await until(() =>
    expect(summaries()).toEqual([
      expect.stringMatching(/^Jana changed tag After/),
      expect.stringMatching(/created folder By key/),
    ]),
  )
  await role('row', 'Name Before After')

  await pick('Who', 'Jana')
  await pick('What', 'Tag')
  await until(() => expect(summaries()).toHaveLength(1))
  expect(path()).toMatch(/actor=user%3A71&kind=tag/)
  await click('button', 'Export as JSON lines')
  await until(() => expect(files).toEqual([expect.stringMatching(/\.ndjson$/)]))
  expect(Object.fromEntries(api.calls('GET', '/audit/export')[0]?.query ?? [])).toMatchObject({
    actor_id: '71',
    object_kind: 'tag',
  })
  await fill('From', '2099-01-01')
  await text(/No changes match/)
})
