import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../contract.ts'
import { expectShape, LINK, PROBLEM } from '../shapes.ts'
import { customer, stack, visit } from '../stack.ts'

interface Item {
  index: number
  link: { id: string; short_url: string; slug: string } | null
  error: { code: string; detail: string; field: string | null } | null
}
interface Imported {
  total: number
  created: number
  failed: number
  items: Item[]
}
interface Job extends Imported {
  job_id: string
  status: string
  done: number
}

const api = customer()
let domain_id: number
beforeAll(async () => {
  const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
  domain_id = body.items[0]?.id ?? 0
})

const mark = () => `bulk-${crypto.randomUUID().slice(0, 8)}`
const errorsOf = (answer: Answer<unknown>) =>
  (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field)

/** Sends and receives bodies that are not JSON. */
const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${stack.url}/api${path}`, {
    ...init,
    headers: { 'x-api-key': stack.apiKey, ...(init.headers as Record<string, string>) },
  })

describe('an import', () => {
  it('creates links from valid rows, usable immediately, and reports errors of the others', async () => {
    const slug = mark()
    const csv = [
      { url: 'https://example.com/1', slug },
      { url: 'nonsense' },
      { url: 'https://example.com/3', slug },
      { url: 'https://example.com/4', domain_id: 'localhost' },
      { url: 'https://example.com/5', domain_id: String(domain_id) },
      { url: 'https://example.com/6', domain_id: 'nobody.example.com' },
    ]
    const { status, body } = await api<Imported>('POST', '/link/import', { domain_id, csv })

    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 6, created: 3, failed: 3 })
    expect(body.items.map(({ error }) => error?.code)).toEqual([
      undefined,
      'invalid_url',
      'slug_taken',
      undefined,
      undefined,
      'not_found',
    ])
    expect(body.items.map(({ error }) => error?.field)).toEqual([
      undefined,
      'url',
      'slug',
      undefined,
      undefined,
      'domain_id',
    ])
    expectShape(body.items[0]?.link, LINK)
    expect((await visit(body.items[0]?.link?.short_url ?? '')).status).toBe(302)
  })

  it('accepts a table as text/csv with other columns of a link', async () => {
    const slug = mark()
    const text = `\ufeffTitle, URL ,slug\n"x, y",https://example.com/a?b=c,${slug}\n,https://example.com/2,\n`
    const answer = await raw(`/link/import?domain_id=${domain_id}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/csv' },
    })
    const body = (await answer.json()) as Imported

    expect(answer.status).toBe(200)
    expect(body.created).toBe(2)
    expect(body.items[0]?.link?.slug).toBe(slug)
  })

  it.each([
    ['no known column', 'a,b\n1,2\n', 'columns'],
    ['no rows', 'url\n', 'csv'],
    ['an open quote', 'url\n"https://e.com\n', 'csv'],
  ])('rejects a table with %s', async (_, text, field) => {
    const answer = await raw(`/link/import?domain_id=${domain_id}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/csv' },
    })
    const body = (await answer.json()) as { code: string; errors: { field: string }[] }

    expect(answer.status).toBe(400)
    expectShape(body, PROBLEM)
    expect(body.errors.map((it) => it.field)).toEqual([field])
  })

  it.each([
    [{ csv: [{ url: 'https://e.com' }] }, 400, ['domain_id']],
    [{ domain_id: 1 }, 400, ['csv']],
    [{ domain_id: 1, csv: [] }, 400, ['csv']],
    [{ domain_id: 1, csv: [{ slug: 'x' }] }, 400, ['csv.0.url']],
    [
      { domain_id: 2 ** 40, folder_id: 2 ** 40, tags: [2 ** 40], csv: [{ url: 'https://e.com' }] },
      404,
      ['domain_id', 'folder_id', 'tags'],
    ],
  ])('rejects %j', async (body, status, fields) => {
    const answer = await api('POST', '/link/import', body)

    expect(answer.status).toBe(status)
    expect(errorsOf(answer)).toEqual(fields)
  })

  it('of many rows runs in the background and reports its progress', async () => {
    const name = mark()
    const csv = Array.from({ length: 1_200 }, (_, i) => ({
      url: i === 5 ? 'nonsense' : `https://example.com/${name}/${i}`,
    }))
    const accepted = await api<Job>('POST', '/link/import', { domain_id, csv })
    expect(accepted).toMatchObject({ status: 202, body: { status: 'queued' } })

    const job = async () => (await api<Job>('GET', `/link/import/${accepted.body.job_id}`)).body
    await expect.poll(async () => (await job()).status, { timeout: 30_000 }).toBe('done')
    expect(await job()).toMatchObject({ total: 1_200, done: 1_200, created: 1_199, failed: 1 })
    expect((await job()).items[0]).toMatchObject({ index: 5, link: null, error: { field: 'url' } })
    const list = await api<{ total: number }>('GET', `/link?search=${name}`)
    expect(list.body.total).toBe(1_199)

    expect((await api('GET', '/link/import/9007199254740991')).status).toBe(404)
  })

  it('is checked by a dry run, and undone without deleting links that were changed since', async () => {
    const name = mark()
    const csv = [
      { url: 'https://example.com/1', slug: name },
      { url: 'nonsense' },
      { url: 'https://example.com/3', slug: `${name}-2` },
      { url: 'https://example.com/4', slug: name },
    ]
    const dry = await api<Imported>('POST', '/link/import?dry_run=true', { domain_id, csv })
    expect(dry.body).toMatchObject({ total: 4, created: 2, failed: 2 })
    expect(dry.body.items.map((it) => [it.index, it.error?.code])).toEqual([
      [1, 'invalid_url'],
      [3, 'slug_taken'],
    ])
    const total = async () =>
      (await api<{ total: number }>('GET', `/link?search=${name}`)).body.total
    expect(await total()).toBe(0)

    const { body } = await api<Job>('POST', '/link/import', { domain_id, csv })
    const [first, , third] = body.items.map(({ link }) => link)
    await api('PUT', `/link/${third?.id}`, { title: 'Changed' })
    const undo = async (changed?: object) =>
      (await api('POST', `/link/import/${body.job_id}/undo`, changed ?? {})).body
    expect(await undo()).toMatchObject({ deleted: 1, more: false, kept: 1 })
    expect((await visit(first?.short_url ?? '')).status).toBe(410)
    expect(await undo({ include_changed: true })).toMatchObject({
      deleted: 1,
      more: false,
      kept: 0,
    })
    expect(await total()).toBe(0)
  })
})

describe('an export', () => {
  it('contains every link of the filter, and no formula that a spreadsheet would run', async () => {
    const name = mark()
    for (const title of ['=1+1', '"quoted", with comma']) {
      await api('POST', '/link', { url: `https://example.com/${name}`, domain_id, title })
    }
    const csv = await raw(`/link/export?search=${name}`)
    const lines = (await csv.text()).trim().split('\n')

    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toContain('links.csv')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('"short_url","url","title"')
    expect(lines[1]).toContain("'=1+1")
    expect(lines[2]).toContain('"""quoted"", with comma"')
  })

  it('as NDJSON has one link per line, even beyond one piece', async () => {
    const name = mark()
    const csv = Array.from({ length: 250 }, (_, i) => ({ url: `https://example.com/${name}/${i}` }))
    await api('POST', '/link/import', { domain_id, csv })
    const answer = await raw(`/link/export?format=ndjson&search=${name}`)
    const links = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(links).toHaveLength(250)
    expect(new Set(links.map(({ id }) => id)).size).toBe(250)
    expectShape(links[0], LINK)
  })

  it('rejects an unknown format', async () => {
    expect(errorsOf(await api('GET', '/link/export?format=xls'))).toEqual(['format'])
  })
})

describe('a change of many links', () => {
  it('reports which links were changed, are missing, or failed', async () => {
    const [one, two] = [mark(), mark()]
    const make = async (slug: string) =>
      (await api<{ id: string }>('POST', '/link', { url: 'https://example.com/', domain_id, slug }))
        .body.id
    const ids = [await make(one), await make(two)]

    const change = { ids: [...ids, '9007199254740990'], utm_source: 'print', expires_after: 7 }
    expect(await api('PUT', '/link', change)).toMatchObject({
      status: 200,
      body: { updated: 2, missing: ['9007199254740990'], failed: [] },
    })
    expect((await api('PATCH', '/link', { ids, expires_after: null })).status).toBe(200)
    const { body } = await api<object>('GET', `/link/${ids[1]}`)
    expect(body).toMatchObject({ utm_source: 'print', expires_after: 0 })
    for (const field of ['slug', 'password', 'title', 'url']) {
      expect(errorsOf(await api('PUT', '/link', { ids, [field]: 'x' }))).toEqual([field])
    }
    const exported = await raw(`/link/export?link_id=${ids[1]}&link_id=${ids[0]}&search=nothing`)
    const lines = (await exported.text()).trim().split('\n')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([`"${ids[1]}"`, `"${ids[0]}"`])
  })
})

describe('a QR code', () => {
  it('is SVG or PNG, contains the short URL, and its visits are counted as such', async () => {
    const { body: link } = await api<{ id: string; short_url: string }>('POST', '/link', {
      url: 'https://example.com/qr',
      domain_id,
      title: 'QR',
    })
    const svg = await raw(`/link/${link.id}/qr`)
    const png = await raw(
      `/link/${link.id}/qr?format=png&size=128&color=0a0&background=fff&level=H`,
    )

    expect(svg.headers.get('content-type')).toContain('image/svg+xml')
    expect(await svg.text()).toContain('<svg')
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')

    const came = await visit(`${link.short_url}?_via=qr`)
    expect(came.headers.get('location')).toBe('https://example.com/qr')
    const clicks = async () =>
      (await api<{ items: object[] }>('GET', `/analytics/stream?link_id=${link.id}`)).body.items
    await expect.poll(clicks, { timeout: 10_000 }).toMatchObject([{ trigger: 'qr', query: {} }])
  })

  it.each(['format=gif', 'size=1', 'level=Z', 'color=red', 'margin=99'])(
    'rejects ?%s',
    async (query) => {
      const { body } = await api<{ items: { id: string }[] }>('GET', '/link?limit=10')
      const answer = await api('GET', `/link/${body.items[0]?.id}/qr?${query}`)

      expect(answer.status).toBe(400)
      expect(errorsOf(answer)).toEqual([query.split('=')[0]])
    },
  )

  it('of a link that does not exist is a 404', async () => {
    expect((await api('GET', '/link/9007199254740991/qr')).status).toBe(404)
  })
})
