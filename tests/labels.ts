import { beforeAll, describe, expect, it } from 'vitest'
import { expectShape } from './shapes.ts'
import { customer } from './stack.ts'
import {
  anonymous,
  type Customer,
  expectProblem,
  narrowed,
  newTeam,
  type Page,
  unique,
} from './teams.ts'

interface Label {
  id: number
  name: string
  color?: string
  created_at: string
  updated_at: string
}

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const SHAPE = {
  id: expect.any(Number),
  name: expect.any(String),
  color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  created_at: date,
  updated_at: date,
}
const { color: _, ...WITHOUT_COLOR } = SHAPE
const UNKNOWN = 987_654_321

/** The shared contract of folders and tags; `onLink` defines how a link refers to them. */
export function describeLabels(
  word: 'folder' | 'tag',
  onLink: { body: (id: number) => object; shown: (link: Record<string, unknown>) => unknown[] },
): void {
  const path = `/${word}`
  const api = customer()
  let theirs: Customer
  let theirLabel: Label

  const create = async (fields: object = {}, by = api): Promise<Label> => {
    const answer = await by<Label>('POST', path, { name: unique(word), ...fields })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.headers.get('location')).toBe(`/api${path}/${answer.body.id}`)
    return answer.body
  }
  const at = (id: number | string) => `${path}/${id}`

  beforeAll(async () => {
    theirs = (await newTeam(`Other ${word}s`)).api
    theirLabel = await create({}, theirs)
  })

  describe(`a ${word}`, () => {
    it('has the documented fields, each of its type, when created and read', async () => {
      const name = unique('Größe')
      const made = await create({ name: `  ${name} `, color: '#AbC' })

      expectShape(made, SHAPE)
      expect(made).toMatchObject({ name, color: '#aabbcc' })
      expect(await api('GET', at(made.id))).toMatchObject({ status: 200, body: made })
      expect(await create({ color: null })).not.toHaveProperty('color')
      expect(await create()).not.toHaveProperty('color')
    })

    it.each(['PUT', 'PATCH'])('keeps absent and clears null fields with %s', async (verb) => {
      const made = await create({ color: '#112233' })
      const name = unique('new')

      const renamed = await api<Label>(verb, at(made.id), { name })
      expect(renamed).toMatchObject({ status: 200, body: { ...made, name, updated_at: date } })
      const plain = await api<Label>(verb, at(made.id), { color: null })
      expect(plain.body).toMatchObject({ name, created_at: made.created_at })
      expect(plain.body).not.toHaveProperty('color')
      expectShape(plain.body, WITHOUT_COLOR)
      expect((await api('GET', at(made.id))).body).toEqual(plain.body)
      expect((await api(verb, at(made.id), {})).status).toBe(200)
    })

    it('can be sent back as it was read; read-only fields are ignored', async () => {
      const made = await create({ color: '#123456' })
      const back = await api<Label>('PUT', at(made.id), { ...made, id: 5, created_at: null })

      expect(back.body).toEqual({ ...made, updated_at: back.body.updated_at })
    })

    it('is rejected with all of its errors', async () => {
      const wrong = { name: ' ', color: 'red', colour: '#fff' }
      const made = await create()

      expectProblem(await api('POST', path, wrong), [
        400,
        'invalid_request',
        ['name', 'color', 'colour'],
      ])
      expectProblem(await api('PUT', at(made.id), { ...wrong, name: null }), [
        400,
        'invalid_request',
        ['name', 'color', 'colour'],
      ])
      expectProblem(await api('POST', path, {}), [400, 'invalid_request', ['name']])
      expectProblem(await api('POST', path, { name: 'x'.repeat(65) }), [
        400,
        'invalid_request',
        ['name'],
      ])
    })

    it('has a name that is unique in its team, ignoring case', async () => {
      const made = await create({ name: unique('Ünique') })
      const second = await create()
      const name = ` ${made.name.toUpperCase()} `

      expectProblem(await api('POST', path, { name }), [409, 'name_taken', ['name']])
      expectProblem(await api('PUT', at(second.id), { name }), [409, 'name_taken', ['name']])
      expect((await api('PUT', at(made.id), { name })).status).toBe(200)
      await create({ name }, theirs)
    })
  })

  describe(`the list of ${word}s`, () => {
    it('is an envelope, sorted, searched and paged', async () => {
      const mark = unique('x')
      const names = ['b', 'C', 'a'].map((letter) => `${letter} ${mark}`)
      for (const name of names) await create({ name })
      const list = async (query: string) =>
        (await api<Page<Label>>('GET', `${path}?search=${mark.toUpperCase()}&${query}`)).body

      const all = await list('')
      expectShape(all, {
        items: expect.any(Array),
        total: expect.any(Number),
        offset: expect.any(Number),
        limit: expect.any(Number),
      })
      for (const item of all.items) expectShape(item, item.color ? SHAPE : WITHOUT_COLOR)
      const shown = ({ items }: Page<Label>) => items.map(({ name }) => name.charAt(0)).join('')
      expect([shown(all), all.total, all.offset, all.limit]).toEqual(['abC', 3, 0, 25])
      expect(shown(await list('sort=name&order=desc'))).toBe('Cba')
      expect(shown(await list('sort=created_at&order=asc'))).toBe('bCa')
      expect(shown(await list('sort=created_at'))).toBe('aCb')
      expect(await list('page=1&limit=10')).toEqual({ items: [], total: 3, offset: 10, limit: 10 })
    })

    it.each(['limit=3', 'page=-1', 'sort=color', 'order=up', 'search=%00', 'nmae=x'])(
      'rejects ?%s by name',
      async (query) => {
        const answer = await api('GET', `${path}?${query}`)
        expectProblem(answer, [400, 'invalid_request', [query.split('=')[0] ?? '']])
      },
    )
  })

  describe(`deleting a ${word}`, () => {
    it('removes it from its links, which remain', async () => {
      const domain = (await api<Page<{ id: number }>>('GET', '/domain')).body.items[0]?.id
      const [label, extra] = [await create(), await create()]
      const url = 'https://example.com/labelled'
      const make = async (id: number) => {
        const body = { url, domain_id: domain, title: 'x', ...onLink.body(id) }
        return (await api<{ id: string }>('POST', '/link', body)).body
      }
      const [link, other] = [await make(label.id), await make(extra.id)]
      const read = async ({ id }: { id: string }) =>
        onLink.shown((await api('GET', `/link/${id}`)).body)
      expect(await read(link)).toMatchObject([{ id: label.id, name: label.name }])

      const gone = await api('DELETE', at(label.id))

      expect(gone).toMatchObject({ status: 200, body: { id: label.id, deleted: true } })
      expect(Object.keys(gone.body).sort()).toEqual(['deleted', 'id'])
      expect(await read(link)).toEqual([])
      expect(await read(other)).toHaveLength(1)
      const filter = await api<Page<unknown>>('GET', `/link?${word}_id=${label.id}`)
      expect(filter.body.total).toBe(0)
    })

    it('makes it unknown to every further request', async () => {
      const { id } = await create()
      await api('DELETE', at(id))

      for (const [verb, body] of [['GET'], ['PUT', {}], ['PATCH', {}], ['DELETE']] as const) {
        expectProblem(await api(verb, at(id), body), [404, 'not_found'])
      }
    })

    it('frees its name', async () => {
      const { id, name } = await create()
      await api('DELETE', at(id))

      expect(await create({ name })).toMatchObject({ name })
    })
  })

  it('hides and protects the resources of another team, for every method', async () => {
    for (const [verb, body] of [
      ['GET'],
      ['PUT', { name: 'x' }],
      ['PATCH', {}],
      ['DELETE'],
    ] as const) {
      const answer = await api(verb, at(theirLabel.id), body)
      expectProblem(answer, [404, 'not_found'])
      expect(anonymous(answer)).toEqual(anonymous(await api(verb, at(UNKNOWN), body)))
    }
    const { items } = (await api<Page<Label>>('GET', `${path}?search=${theirLabel.name}`)).body
    expect(items).toEqual([])
    expect((await theirs('GET', at(theirLabel.id))).body).toEqual(theirLabel)
  })

  it('requires the scope of each operation', async () => {
    const { id } = await create()
    const reader = await narrowed(api, ['catalog:read', 'link:read'])
    const stranger = await narrowed(api, ['link:read'])

    for (const url of [path, at(id)]) {
      expect((await reader('GET', url)).status).toBe(200)
      expectProblem(await stranger('GET', url), [403, 'insufficient_scope'])
    }
    expectProblem(await reader('POST', path, { name: 'x' }), [403, 'insufficient_scope'])
    for (const [verb, body] of [['PUT', {}], ['PATCH', {}], ['DELETE']] as const) {
      expectProblem(await reader(verb, at(id), body), [403, 'insufficient_scope'])
    }
  })

  it('lists the allowed methods, and rejects invalid ids', async () => {
    const { id } = await create()
    const listed = await api('DELETE', path)
    expectProblem(listed, [405, 'method_not_allowed'])
    expect(listed.headers.get('allow')).toBe('GET, HEAD, POST')
    const one = await api('POST', at(id), {})
    expectProblem(one, [405, 'method_not_allowed'])
    expect(one.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH, PUT')
    expectProblem(await api('GET', at('abc')), [400, 'invalid_request', ['id']])
    expectProblem(await api('GET', at('9007199254740993')), [404, 'not_found'])
  })
}
