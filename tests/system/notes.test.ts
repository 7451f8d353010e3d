import { beforeAll, expect, it } from 'vitest'
import { expectShape } from '../shapes.ts'
import { admin } from '../stack.ts'
import { type Customer, expectProblem, narrowed, newTeam, type Page, unique } from '../teams.ts'

interface Note {
  id: number
  at: string
  text: string
  link_id: string | null
}

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const SHAPE = {
  id: expect.any(Number),
  at: date,
  text: expect.any(String),
  link_id: (value: unknown) => value === null || /^\d+$/.test(String(value)),
  created_by: expect.stringMatching(/^\d+$/),
  created_at: date,
  updated_at: date,
}
const AT = '2026-11-19T10:00:00+01:00'

let api: Customer
let linkId: string
beforeAll(async () => {
  const team = await newTeam('A team with notes')
  api = team.api
  const host = `${unique('notes').toLowerCase()}.example.com`
  const domain = await admin<{ id: number }>(
    ...['domain', 'add', host, '--org', team.orgId, '--verified'],
  )
  const link = { url: 'https://e.example/', title: 'x', domain_id: domain.id }
  linkId = (await api<{ id: string }>('POST', '/link', link)).body.id
})

async function create(text: string, fields: object = {}): Promise<Note> {
  const answer = await api<Note>('POST', '/note', { at: AT, text, ...fields })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/note/${answer.body.id}`)
  return answer.body
}

it('a note is created, read, changed as it was read, and deleted', async () => {
  const made = await create(' Newsletter sent ', { link_id: Number(linkId) })
  expectShape(made, SHAPE)
  expect(made).toMatchObject({
    ...{ at: '2026-11-19T09:00:00.000Z', text: 'Newsletter sent', link_id: linkId },
  })
  expect(await api('GET', `/note/${made.id}`)).toMatchObject({ status: 200, body: made })

  for (const verb of ['PUT', 'PATCH']) {
    const back = await api<Note>(verb, `/note/${made.id}`, { ...made, text: verb })
    expect(back).toMatchObject({ status: 200, body: { ...made, text: verb, updated_at: date } })
  }
  const free = await api<Note>('PUT', `/note/${made.id}`, { link_id: null })
  expect(free.body).toMatchObject({ text: 'PATCH', link_id: null })
  expect((await api('DELETE', `/note/${made.id}`)).body).toEqual({ id: made.id, deleted: true })
  expectProblem(await api('GET', `/note/${made.id}`), [404, 'not_found'])
})

it('notes are listed newest first, within a period, and by links', async () => {
  await create('a', { at: '2025-01-01T00:00:00Z' })
  await create('b', { at: '2025-01-02T00:00:00Z', link_id: linkId })
  const list = async (query: string) => {
    const answer = await api<Page<Note>>('GET', `/note?to=2025-02-01T00:00:00Z&${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    return [answer.body.items.map(({ text }) => text).join(''), answer.body.total]
  }

  expect(await list('')).toEqual(['ba', 2])
  expect(await list('from=2025-01-02T00:00:00Z')).toEqual(['b', 1])
  expect(await list(`link_id=${linkId}`)).toEqual(['b', 1])
  expect(await list(`link_id=0&link_id=${linkId}`)).toEqual(['ba', 2])
  expect(await list('page=1&limit=10')).toEqual(['', 2])
})

it('a note is rejected with all of its errors', async () => {
  const refused = (body: object, fields: string[]) =>
    api('POST', '/note', body).then((answer) =>
      expectProblem(answer, [400, 'invalid_request', fields]),
    )
  await refused({ at: 'today', text: 'a\nb', link_id: 0, color: 'red' }, [
    ...['at', 'text', 'link_id', 'color'],
  ])
  await refused({}, ['at', 'text'])
  await refused({ at: AT, text: 'x'.repeat(201) }, ['text'])
  await refused({ at: null, text: ' ' }, ['at', 'text'])
  await refused({ at: AT, text: 'x', link_id: 'abc' }, ['link_id'])
  for (const unknown of [987_654_321, '9999999999999999']) {
    const body = { at: AT, text: 'x', link_id: unknown }
    expectProblem(await api('POST', '/note', body), [404, 'not_found', ['link_id']])
  }
  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['to=2026', 'to'],
    ['link_id=-1', 'link_id.0'],
    ['order=asc', 'order'],
  ] as const) {
    expectProblem(await api('GET', `/note?${query}`), [400, 'invalid_request', [field]])
  }
})

it('reading notes requires analytics:read, and changing them catalog:write', async () => {
  const { id } = await create('Scoped')
  const reader = await narrowed(api, ['analytics:read'])
  const writer = await narrowed(api, ['catalog:write'])

  for (const path of ['/note', `/note/${id}`]) {
    expect((await reader('GET', path)).status).toBe(200)
    expectProblem(await writer('GET', path), [403, 'insufficient_scope'])
  }
  const body = { at: AT, text: 'x' }
  for (const [verb, path] of [
    ['POST', '/note'],
    ['PUT', `/note/${id}`],
    ['DELETE', `/note/${id}`],
  ] as const) {
    const sent = verb === 'DELETE' ? undefined : body
    expectProblem(await reader(verb, path, sent), [403, 'insufficient_scope'])
    expect((await writer(verb, path, sent)).status).toBeLessThan(300)
  }
})
