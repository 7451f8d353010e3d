import { beforeEach, describe, expect, it } from 'vitest'
import { asked, call, fields, link, linkBody, reset } from '../../testing/bio.ts'

beforeEach(reset)

describe('/api/bio/link', () => {
  it('lists by page', async () => {
    expect((await call('GET', '/bio/link?page=2&limit=10')).json()).toEqual({
      items: [linkBody],
      total: 101,
      offset: 20,
      limit: 10,
    })
    expect(asked.lists).toEqual([{ offset: 20, limit: 10 }])
    expect(fields(await call('GET', '/bio/link?page=-1&limit=11&sort=x'))).toEqual([
      'limit',
      'page',
      'sort',
    ])
  })

  it('creates a link and returns its location', async () => {
    const response = await call('POST', '/bio/link', { url: '@octocat', type: 'github' })

    expect([response.statusCode, response.headers.location]).toEqual([201, '/api/bio/link/5'])
    expect(response.json()).toEqual(linkBody)
    expect(asked.created).toEqual([
      { url: '@octocat', platform: 15, title: undefined, enabled: undefined },
    ])
  })

  it('accepts null for unset fields, and ignores read-only fields', async () => {
    const body = { ...linkBody, type: null, username: 'other' }
    expect((await call('POST', '/bio/link', body)).statusCode).toBe(201)
    expect(asked.created).toEqual([{ url: link.url, platform: 0, title: undefined, enabled: true }])
  })

  it.each([
    [{}, ['url']],
    [[], ['body']],
    [
      { url: null, type: 'myspace', title: 5, enabled: 'yes', colour: 1 },
      ['colour', 'enabled', 'title', 'type', 'url'],
    ],
    [{ url: 'javascript:alert(1)', type: 'GitHub' }, ['type', 'url']],
    [{ url: 'https://u:p@github.com/a' }, ['url']],
    [{ url: '"><script>', type: 'github', title: 5 }, ['title', 'url']],
    [{ url: 'github.com/octocat' }, ['url']],
    [{ url: 'two words', type: 'github' }, ['url']],
    [{ url: '' }, ['url']],
    [{ url: '@' }, ['url']],
  ])('rejects %j with the names of the fields', async (body, expected) => {
    const response = await call('POST', '/bio/link', body)

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(fields(response)).toEqual(expected)
    expect(asked.created).toEqual([])
  })

  it('explains the valid forms of a url', async () => {
    const of = async (url: string) => (await call('POST', '/bio/link', { url })).json().errors

    expect(await of('a b')).toEqual([
      {
        field: 'url',
        code: 'invalid_url',
        detail: 'must be an absolute http or https URL, or a plain username',
      },
    ])
    expect(await of('https://u:p@e.com')).toMatchObject([{ code: 'credentials_not_allowed' }])
  })

  it.each(['PUT', 'PATCH'] as const)('%s updates only the given fields', async (it) => {
    await call(it, '/bio/link/5', { title: null, type: null, enabled: false })
    await call(it, '/bio/link/5', { ...linkBody, order: 9, type: 'bluesky' })

    expect(asked.updates).toEqual([
      {
        id: 5,
        url: undefined,
        platform: undefined,
        title: undefined,
        enabled: false,
        clear: ['type', 'title'],
      },
      { id: 5, url: link.url, platform: 24, title: undefined, enabled: true, clear: ['title'] },
    ])
    expect(fields(await call(it, '/bio/link/5', { url: null, enabled: null }))).toEqual([
      'enabled',
      'url',
    ])
  })

  it('returns and deletes one', async () => {
    expect((await call('GET', '/bio/link/5')).json()).toEqual(linkBody)
    expect((await call('DELETE', '/bio/link/5')).json()).toEqual({ id: 5, deleted: true })
  })

  it.each([
    ['6', 404, 'not_found'],
    ['9007199254740993', 404, 'not_found'],
    ['abc', 400, 'invalid_request'],
    ['-1', 400, 'invalid_request'],
  ])('answers for link %s with %i', async (id, status, code) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const change = method.startsWith('P') ? {} : undefined
      const {
        errors: _,
        request_id: __,
        ...body
      } = (await call(method, `/bio/link/${id}`, change)).json()
      expect(body).toMatchObject({ status, code })
      if (status === 404) expect(body.detail).toBe('There is no such bio link.')
    }
  })
})

describe('/api/bio/link/order', () => {
  const places = [
    { id: 5, index: 1 },
    { id: 6, index: 0 },
  ]

  it.each([
    ['bare', places],
    ['wrapped', { items: places }],
  ])('accepts the list %s', async (_, body) => {
    expect((await call('PUT', '/bio/link/order', body)).json()).toEqual({ items: [linkBody] })
    expect(asked.places).toEqual([places])
  })

  it('names each invalid place', async () => {
    const wrong = [{ id: 'x', index: 0 }, { id: 1 }, { id: 1.5, index: -1, order: 1 }, 5]

    expect(fields(await call('PUT', '/bio/link/order', wrong))).toEqual([
      'items.0.id',
      'items.1.index',
      'items.2.id',
      'items.2.index',
      'items.2.order',
      'items.3',
    ])
    expect(fields(await call('PUT', '/bio/link/order', { places }))).toEqual(['items', 'places'])
  })
})
