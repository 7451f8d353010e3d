import { beforeEach, describe, expect, it } from 'vitest'
import { app, asked, call, fields, link, reset } from '../../testing/api.ts'

beforeEach(reset)

describe('analytics', () => {
  it('count clicks in all intervals, or by page if requested', async () => {
    await call('/api/analytics/clicks?period=week&interval=hour')
    const paged = await call('/api/analytics/clicks?limit=10')

    expect(asked.counts).toMatchObject([
      { interval: 'hour', filter: { period: 'week', include_bots: false } },
      { page: { page: 0, limit: 10 } },
    ])
    expect(asked.counts[0]?.page).toBeUndefined()
    expect(paged.json()).toEqual([{ time: '2026-11-20T00:00:00+00:00', clicks: 2, visitors: 1 }])
  })

  it('pass on every filter', async () => {
    const query =
      'link_id=5&domain_id=1&folder_id=0&tag_id=2&search=%25_&country=CZ&city=Prague&region=R' +
      '&continent=Europe&browser=Firefox&os=Linux&device=Desktop&timezone=Europe/Prague&include_bots=true'
    expect((await call(`/api/analytics/stream?${query}`)).statusCode).toBe(200)

    expect(asked.lists[0]?.filter).toEqual({
      conditions: {
        all: [
          { field: 'link_id', operator: 'is', values: ['5'] },
          { field: 'domain_id', operator: 'is', values: ['1'] },
          { field: 'folder_id', operator: 'is', values: ['0'] },
          { field: 'tag_id', operator: 'is', values: ['2'] },
          { field: 'country', operator: 'is', values: ['CZ'] },
          { field: 'city', operator: 'is', values: ['Prague'] },
          { field: 'region', operator: 'is', values: ['R'] },
          { field: 'continent', operator: 'is', values: ['Europe'] },
          { field: 'browser', operator: 'is', values: ['Firefox'] },
          { field: 'os', operator: 'is', values: ['Linux'] },
          { field: 'device', operator: 'is', values: ['Desktop'] },
        ],
      },
      search: '%_',
      timezone: 'Europe/Prague',
      include_bots: true,
      period: undefined,
    })
  })

  it('pass on several values, excluded values and parts of texts', async () => {
    const query =
      'link_id=5&link_id=x&domain_id_not=1&folder_id=0&folder_id=2&country=CZ&country=DE' +
      '&city_not=Brno&city_not=Washington,%20D.C.&utm_term_contains=shoe&browser=Firefox'
    expect((await call(`/api/analytics/stream?${query}`)).statusCode).toBe(200)

    expect(asked.lists[0]?.filter).toEqual({
      conditions: {
        all: [
          { field: 'link_id', operator: 'is', values: ['5', '9007199254740991'] },
          { field: 'folder_id', operator: 'is', values: ['0', '2'] },
          { field: 'country', operator: 'is', values: ['CZ', 'DE'] },
          { field: 'browser', operator: 'is', values: ['Firefox'] },
          { field: 'domain_id', operator: 'is_not', values: ['1'] },
          { field: 'city', operator: 'is_not', values: ['Brno', 'Washington, D.C.'] },
          { field: 'utm_term', operator: 'contains', values: ['shoe'] },
        ],
      },
      include_bots: false,
    })
  })

  it.each([
    ['country=us', 'country'],
    ['country=USA', 'country'],
    ['country=CZ&country=de', 'country.1'],
    ['country_not=de', 'country_not'],
    ['country_contains=C', 'country_contains'],
    ['city=', 'city'],
    ['city_contains=', 'city_contains'],
    ['domain_id=x', 'domain_id'],
    ['domain_id=1&domain_id=x', 'domain_id.1'],
    ['tag_id_not=0', 'tag_id_not'],
    ['tag_id_contains=1', 'tag_id_contains'],
    [`os=${Array.from({ length: 51 }, () => 'x').join('&os=')}`, 'os'],
    ['interval=year', 'interval'],
    ['include_bots=1', 'include_bots'],
    ['search=a&search=b', 'search'],
  ])('reject ?%s by name', async (query, field) => {
    const response = await call(`/api/analytics/clicks?${query}`)

    expect(response.statusCode).toBe(400)
    expect(fields(response)).toEqual([field])
  })

  it('show a link with its destinations and their favicon; visitors that were not counted are null', async () => {
    expect((await call('/api/analytics/destinations')).json().items).toEqual([
      {
        link_id: '5',
        short_url: link.short_url,
        favicon: expect.stringMatching(/^\/favicon\/www\.e\.com\?t=7&s=[\w-]{22}$/),
        clicks: 2,
        visitors: null,
        destination_count: 1,
        destinations: [{ url: 'https://www.e.com/a', clicks: 2, visitors: 1 }],
      },
    ])
  })

  it('show an original with a favicon served by the instance', async () => {
    expect((await call('/api/analytics/originals')).json().items).toEqual([
      {
        link_id: '5',
        short_url: link.short_url,
        url: 'https://www.e.com/a',
        clicks: 2,
        visitors: 1,
        favicon: expect.stringMatching(/^\/favicon\/www\.e\.com\?t=7&s=[\w-]{22}$/),
      },
    ])
    const icon = await app.inject({ url: '/favicon/www.e.com' })
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect((await app.inject({ url: '/favicon/%3Cscript%3E' })).body).not.toContain('<script')
  })

  it('locate an address with the field names of the API', async () => {
    const response = await call('/api/analytics/geo?ip=1.1.1.1')

    expect(response.json()).toMatchObject({
      country: { geonameId: 1, isoCode: 'CZ', isInEuropeanUnion: true, names: { en: 'x' } },
      traits: { isTorExitNode: false, ipAddress: '1.1.1.1', network: '1.0.0.0/8' },
    })
    expect(Object.keys(response.json())).toEqual(['traits', 'country'])
    expect((await call('/api/analytics/geo')).json().errors).toMatchObject([
      { field: 'ip', code: 'required' },
    ])
    expect((await call('/api/analytics/geo?ip=10.0.0.1')).json()).toMatchObject({
      code: 'geo_not_found',
    })
  })
})
