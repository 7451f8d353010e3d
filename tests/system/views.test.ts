import { beforeAll, expect, it } from 'vitest'
import { expectShape } from '../shapes.ts'
import { type Customer, expectProblem, narrowed, newTeam, type Page } from '../teams.ts'

interface View {
  id: number
  name: string
  page: string
  query: string
}

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const SHAPE = {
  id: expect.any(Number),
  name: expect.any(String),
  page: expect.any(String),
  query: expect.any(String),
  created_by: expect.stringMatching(/^\d+$/),
  created_at: date,
  updated_at: date,
}

let api: Customer
beforeAll(async () => {
  ;({ api } = await newTeam('A team with views'))
})

const body = (name: string, page = 'links') => ({
  name,
  page,
  query: 'status=active&search=%C3%A4',
})

async function create(name: string, page?: string, by = api): Promise<View> {
  const answer = await by<View>('POST', '/view', body(name, page))
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/view/${answer.body.id}`)
  return answer.body
}

it('a view is saved, read, changed as it was read, and deleted', async () => {
  const made = await create(' Active ')
  expectShape(made, SHAPE)
  expect(made).toMatchObject({ ...body('Active') })
  expect(await api('GET', `/view/${made.id}`)).toMatchObject({ status: 200, body: made })

  for (const verb of ['PUT', 'PATCH']) {
    const back = await api<View>(verb, `/view/${made.id}`, { ...made, query: verb })
    expect(back).toMatchObject({ status: 200, body: { ...made, query: verb, updated_at: date } })
  }
  expect((await api('DELETE', `/view/${made.id}`)).body).toEqual({ id: made.id, deleted: true })
  expectProblem(await api('GET', `/view/${made.id}`), [404, 'not_found'])
})

it('the list of views is sorted, searched, paged and filtered by page', async () => {
  const { api: own } = await newTeam('A team with a list of views')
  for (const name of ['b', 'C', 'a']) await create(name, 'links', own)
  await create('a', 'analytics', own)
  const list = async (query: string) => {
    const answer = await own<Page<View>>('GET', `/view?${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    return [answer.body.items.map(({ name }) => name).join(''), answer.body.total]
  }

  expect(await list('page_name=links')).toEqual(['abC', 3])
  expect(await list('page_name=analytics')).toEqual(['a', 1])
  expect(await list('search=C&sort=created_at&limit=10')).toEqual(['C', 1])
  expect(await list('page_name=links&sort=created_at')).toEqual(['aCb', 3])
  expect(await list('page=1&limit=10')).toEqual(['', 4])
  expectProblem(await own('GET', '/view?page_name=domains'), [
    400,
    'invalid_request',
    ['page_name'],
  ])
})

it('a view is rejected with all of its errors, and with a name that is taken', async () => {
  const wrong = { name: 'x'.repeat(51), page: 'domains', query: 'a=%zz', color: 'red' }
  const fields = ['name', 'page', 'query', 'color']
  expectProblem(await api('POST', '/view', wrong), [400, 'invalid_request', fields])
  expectProblem(await api('POST', '/view', { name: 'x' }), [
    400,
    'invalid_request',
    ['page', 'query'],
  ])
  for (const query of ['?a=b', 'a#b', 'a=\n', 'a=%ff', 'x'.repeat(2_001)]) {
    expectProblem(await api('POST', '/view', { ...body('x'), query }), [
      400,
      'invalid_request',
      ['query'],
    ])
  }
  await create('Taken')
  expectProblem(await api('POST', '/view', body(' TAKEN ')), [409, 'name_taken', ['name']])
  await create('Taken', 'analytics')
})

it('views require the scopes of folders', async () => {
  const { id } = await create('Scoped')
  const reader = await narrowed(api, ['catalog:read'])
  const stranger = await narrowed(api, ['link:read'])

  for (const path of ['/view', `/view/${id}`]) {
    expect((await reader('GET', path)).status).toBe(200)
    expectProblem(await stranger('GET', path), [403, 'insufficient_scope'])
  }
  for (const [verb, path] of [
    ['POST', '/view'],
    ['PUT', `/view/${id}`],
    ['DELETE', `/view/${id}`],
  ] as const) {
    const sent = verb === 'DELETE' ? undefined : body('x')
    expectProblem(await reader(verb, path, sent), [403, 'insufficient_scope'])
  }
})
