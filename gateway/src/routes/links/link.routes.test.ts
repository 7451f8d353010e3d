import { beforeEach, describe, expect, it } from 'vitest'
import { call, calls, fields, post, reset } from '../../testing/api.ts'

beforeEach(reset)

describe('POST /api/link', () => {
  it('answers 201 with the location and the whole link', async () => {
    const response = await post({ url: 'https://e.com', domain_id: 1, tags: null, title: null })

    expect(response.statusCode).toBe(201)
    expect(response.headers.location).toBe('/api/link/5')
    expect(response.json()).toMatchObject({
      id: '5',
      org_id: '7',
      organization_id: '7',
      user_id: '70',
      folder_id: 5,
      tags: [{ id: 6, name: 'Six', color: null }],
      expires_at: null,
      clicked_at: '2026-11-20T12:00:00.000Z',
    })
    expect(response.json()).not.toHaveProperty('geo_url')
  })

  it('accepts a link that was read, and ignores read-only fields', async () => {
    const read = (await call('/api/link/5')).json()
    const response = await post({ ...read, clicks: 999, org_id: 'other' })

    expect(response.statusCode).toBe(201)
    expect(calls.created[0]).not.toHaveProperty('clicks')
    expect(calls.created[0]).toMatchObject({ tags: [6], folder_id: 5 })
  })

  it('names all invalid fields, and typos', async () => {
    const response = await post({
      url: 5,
      domain_id: '1',
      slug: ['a'],
      slug_length: 2,
      redirect_code: 200,
      expires_at: '2026-02-30T00:00:00Z',
      expires_after: 1.5,
      expire_url: 'javascript:alert(1)',
      tags: [1, 'x'],
      password: '',
      titel: 'typo',
    })

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(fields(response)).toEqual([
      'domain_id',
      'expire_url',
      'expires_after',
      'expires_at',
      'password',
      'redirect_code',
      'slug',
      'slug_length',
      'tags.1',
      'titel',
      'url',
    ])
    expect(calls.created).toEqual([])
  })

  it.each([
    [{}, ['domain_id', 'url']],
    [[], ['body']],
    [{ url: null, domain_id: 1 }, ['url']],
    [{ url: 'https://u:p@e.com', domain_id: 1 }, ['url']],
    [{ url: 'https://e.com', domain_id: 1.5 }, ['domain_id']],
    [{ url: 'https://e.com', domain_id: 2 ** 53 }, ['domain_id']],
    [{ url: 'https://e.com', domain_id: 1, expires_at: 'tomorrow' }, ['expires_at']],
    [{ url: 'https://e.com', domain_id: 1, expires_at: '2026-11-20T12:00:00' }, ['expires_at']],
  ])('rejects %j by the name of the field', async (body, expected) => {
    const response = await post(body)

    expect(response.statusCode).toBe(400)
    expect(fields(response)).toEqual(expected)
  })

  it.each([
    ['taken', 1, 409, 'slug_taken'],
    ['free', 9, 404, 'not_found'],
  ])(
    'passes on the refusal of the service: %s on domain %i',
    async (slug, domain_id, status, code) => {
      expect((await post({ url: 'https://e.com', domain_id, slug })).json()).toMatchObject({
        status,
        code,
      })
    },
  )
})

describe('GET /api/link/{id}', () => {
  it('batches concurrent reads into one call', async () => {
    const many = await Promise.all(['5', '5', '6'].map((id) => call(`/api/link/${id}`)))

    expect(many.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404])
    expect(calls.batches.length).toBeLessThan(3)
  })

  it.each([
    ['1.1.1.1', 'https://e.com/cz'],
    ['8.8.8.8', null],
    ['10.0.0.1', null],
  ])('returns where a visitor from %s would be redirected: %s', async (ip, geoUrl) => {
    expect((await call(`/api/link/5?ip=${ip}`)).json()).toMatchObject({ geo_url: geoUrl })
  })

  it('has the favicon of its destination if that is asked for', async () => {
    const read = async (url: string) => (await call(url)).json()
    const shown = await read('/api/link/5?favicon=true')

    expect(shown.favicon).toMatch(/^\/favicon\/e\.com\?t=7&s=[\w-]{22}$/)
    expect(await read('/api/link/5')).not.toHaveProperty('favicon')
    expect((await post(shown)).statusCode).toBe(201)
  })

  it('rejects an ip that is not an address', async () => {
    const response = await call('/api/link/5?ip=nonsense')

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_ip' })
    expect(fields(response)).toEqual(['ip'])
  })
})

describe('GET /api/link/preview', () => {
  it.each([
    ['https://e.com/', 'Hello'],
    ['https://e.com/untitled', null],
  ])('returns title and favicon of %s', async (url, title) => {
    const response = await call(`/api/link/preview?url=${encodeURIComponent(url)}`)

    expect(response.json()).toEqual({
      title,
      favicon: expect.stringMatching(/^\/favicon\/e\.com\?t=7&s=[\w-]{22}$/),
    })
  })

  it.each(['', '?url=', '?url=javascript:alert(1)'])('rejects %j', async (query) => {
    const response = await call(`/api/link/preview${query}`)
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, 'url'])
  })
})
