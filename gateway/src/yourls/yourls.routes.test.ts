import { Problem } from '@fingerpost/kit/http/problem'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { beforeEach, describe, expect, it } from 'vitest'
import { KEYS, LINK, openTestApp } from '../testing/app.ts'

const created: CreateLinkRequest[] = []
beforeEach(() => void created.splice(0))
const domain = {
  ...{ id: 1, org_id: 7, name: 'go.example', slug_length: 6, allow_preview: true },
  ...{ verified: true, case_sensitive: false, forward_query: 'merge', is_default: false },
  proof_state: 'proven',
}
const TOTAL = 150
const found = { ...LINK, title: 'Sale & more', clicks: 3 }
const { app } = await openTestApp({
  domains: {
    listDomains: async () => ({
      domains: [domain, { ...domain, id: 2, name: 'ours.example', is_default: true }],
      total: 2,
    }),
  },
  links: {
    async createLink(request) {
      created.push(request)
      if (request.slug === 'taken') {
        throw new Problem('conflict', 'slug_taken', 'The slug is taken.', [
          { field: 'slug', code: 'slug_taken', detail: 'is taken' },
        ])
      }
      if (request.slug === 'bug') throw new TypeError('secret internals')
      return { ...LINK, url: request.url, title: request.title ?? 'Fetched' }
    },
    async findLink({ slug }) {
      if (slug !== 'sale') throw new Problem('not_found', 'not_found', 'No such link.')
      return found
    },
    listLinks: async ({ offset, limit }) => ({
      links: Array.from({ length: Math.min(limit, TOTAL - Number(offset)) }, (_, i) => ({
        ...found,
        clicks: Number(offset) + i,
      })),
      total: TOTAL,
    }),
  },
  analytics: {
    summarize: async () => ({
      links: { total: TOTAL, month: 1 },
      clicks: { total: 6, month: 6 },
      visitors: undefined,
    }),
  },
})
const get = (fields: Record<string, string>) =>
  app.inject({ method: 'GET', url: '/yourls-api.php', query: { signature: KEYS[0], ...fields } })
const json = (fields: Record<string, string>) => get({ format: 'json', ...fields })
const post = (payload: string, type: string) =>
  app.inject({
    ...{ method: 'POST', url: '/yourls-api.php', payload },
    headers: { 'content-type': type },
  })

describe('shorturl', () => {
  it('creates a link on the default domain', async () => {
    const answer = await json({ action: 'shorturl', url: 'https://e.com/?a=1', title: 'T' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      url: {
        ...{ keyword: 'sale', url: 'https://e.com/?a=1', title: 'T' },
        ...{ date: '2026-11-20 12:00:00', ip: '' },
      },
      ...{ status: 'success', message: 'https://e.com/?a=1 added to database', title: 'T' },
      ...{ shorturl: 'https://go.example/sale', statusCode: 200 },
    })
    expect(created).toMatchObject([{ url: 'https://e.com/?a=1', domain_id: 2, title: 'T' }])
  })

  it('answers the short URL alone in the format simple', async () => {
    const answer = await get({ action: 'shorturl', url: 'https://e.com/', format: 'simple' })
    expect([answer.statusCode, answer.body]).toEqual([200, 'https://go.example/sale'])
  })

  it('takes a form, urlencoded or multipart', async () => {
    const fields = { signature: KEYS[0], action: 'shorturl', format: 'json', keyword: 'a-ü' }
    const form = new URLSearchParams({ ...fields, url: 'https://e.com/?x=ü&y' })
    const line = (name: string, value: string) =>
      `--------------------------a1b2c3\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const parts = [...form].map(([name, value]) => line(name, value))
    for (const answer of [
      await post(`${form}`, 'application/x-www-form-urlencoded'),
      await post(
        `${parts.join('')}--------------------------a1b2c3--\r\n`,
        'multipart/form-data; boundary=------------------------a1b2c3',
      ),
    ]) {
      expect(answer.json()).toMatchObject({ status: 'success' })
    }
    const made = { url: 'https://e.com/?x=ü&y', slug: 'a-ü' }
    expect(created).toMatchObject([made, made])
  })

  it.each([
    [{ url: 'https://e.com/', keyword: 'taken' }, 'error:keyword', /^Short URL taken already/],
    [{ url: 'javascript:alert(1)' }, 'error:nourl', 'Missing or malformed URL'],
    [{}, 'error:nourl', 'Missing or malformed URL'],
  ])('refuses %j with %s', async (fields, code, message) => {
    const answer = await json({ action: 'shorturl', ...fields })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: 'fail', code, errorCode: 400, statusCode: 400 })
    expect(answer.json().message).toMatch(message)
    expect((await get({ action: 'shorturl', ...fields, format: 'simple' })).body).toBe('')
  })
})

describe('reads', () => {
  it.each(['sale', 'https://go.example/sale', 'http://GO.example:8080/sale?x'])(
    'expand %s',
    async (it) => {
      const answer = await json({ action: 'expand', shorturl: it })
      expect(answer.json()).toEqual({
        ...{
          keyword: 'sale',
          shorturl: 'https://go.example/sale',
          longurl: 'https://example.com/',
        },
        ...{ title: 'Sale & more', message: 'success', statusCode: 200 },
      })
    },
  )

  it('an unknown keyword is not found', async () => {
    const answer = await json({ action: 'expand', shorturl: 'none' })
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        ...{ keyword: 'none', message: 'Error: short URL not found' },
        ...{ errorCode: 404, statusCode: 404 },
      },
    ])
    const simple = await get({ action: 'expand', shorturl: 'none', format: 'simple' })
    expect(simple.body).toBe('not found')
  })

  it('statistics of a link, as XML by default', async () => {
    const answer = await get({ action: 'url-stats', shorturl: 'sale' })
    expect(answer.headers['content-type']).toBe('application/xml')
    expect(answer.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<result><statusCode>200</statusCode><message>success</message>' +
        '<link><shorturl>https://go.example/sale</shorturl><url>https://example.com/</url>' +
        '<title>Sale &amp; more</title><timestamp>2026-11-20 12:00:00</timestamp><ip></ip>' +
        '<clicks>3</clicks></link></result>',
    )
  })

  it.each([
    [{ filter: 'last', start: '95', limit: '10' }, 95, 10],
    [{ filter: 'top', start: '145', limit: '100' }, 145, 5],
    [{ limit: '2' }, 0, 2],
    [{ limit: '0' }, 0, 0],
    [{ start: '999', limit: '2' }, 0, 0],
  ])('links of %j', async (fields, from, count) => {
    const { links, stats } = (await json({ action: 'stats', ...fields })).json()
    const clicks = Object.values<{ clicks: string }>(links).map((it) => Number(it.clicks))
    expect(clicks).toEqual(Array.from({ length: count }, (_, i) => from + i))
    expect(Object.keys(links)).toEqual(clicks.map((_, i) => `link_${i + 1}`))
    expect(stats).toEqual({ total_links: '150', total_clicks: '6' })
    expect((await json({ action: 'db-stats' })).json()['db-stats']).toEqual(stats)
  })

  it('the version', async () => {
    expect((await json({ action: 'version', db: '1' })).json()).toEqual({
      ...{ version: '1.2.3', db_version: 0 },
    })
  })
})

describe('refuses in its own form', () => {
  it.each([
    [{ signature: '' }, 403, 'Please log in'],
    [{ signature: 'fp_wrong' }, 403, /API key/],
    [{ username: 'me', password: 'secret' }, 403, /API key as signature/],
    [{ timestamp: '1700000000' }, 403, /without a timestamp/],
    [{ action: 'constructor' }, 400, 'Unknown or missing "action" parameter'],
    [{ action: '' }, 400, 'Unknown or missing "action" parameter'],
    [{ action: 'stats', filter: 'all' }, 400, 'Unknown filter'],
    [{ action: 'shorturl', url: 'https://e.com/', keyword: 'bug' }, 500, /.+/],
  ])('%j: %i', async (fields, status, message) => {
    const answer = await json({ action: 'version', ...fields })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ errorCode: status, statusCode: status })
    expect(answer.json().message).toMatch(message)
    expect(answer.body).not.toContain('secret internals')
  })

  it('an unknown format, and JSONP', async () => {
    for (const format of ['jsonp', 'constructor']) {
      const answer = await get({ action: 'version', format, callback: 'alert' })
      expect([answer.statusCode, answer.json().errorCode]).toEqual([400, 400])
      expect(answer.headers['content-type']).toBe('application/json')
    }
  })

  it('a form that is too large or cut off', async () => {
    const large = await post(`url=${'x'.repeat(200_000)}`, 'application/x-www-form-urlencoded')
    const cut = await post(
      '--------------------------a1b2c3\r\nContent-Disp',
      'multipart/form-data; boundary=------------------------a1b2c3',
    )
    expect([large.statusCode, cut.statusCode]).toEqual([413, 400])
    expect([large.json(), cut.json()]).toMatchObject([{ errorCode: 413 }, { errorCode: 400 }])
  })
})
