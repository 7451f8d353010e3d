import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSite } from '../testing/site.ts'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'

const pages: Record<string, (response: ServerResponse, request: IncomingMessage) => unknown> = {}
const site = await startSite((request, response) => {
  const answer = pages[request.url ?? '']
  if (answer) answer(response, request)
  else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Nothing here</title>')
})
let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(async () => {
  site.close()
  await link.close()
})

let count = 0
/** A page at its own address. */
function page(
  body: string | Buffer | ((response: ServerResponse) => unknown),
  headers: Record<string, string> = { 'content-type': 'text/html' },
): string {
  const path = `/${count++}`
  pages[path] = (response) => {
    response.writeHead(200, headers)
    if (typeof body === 'function') body(response)
    else response.end(body)
  }
  return site.url + path
}
/** A page that responds once the test calls `show`. */
function slowPage(title: string) {
  let show = () => {}
  const url = page((response) => {
    response.flushHeaders()
    show = () => response.end(`<title>${title}</title>`)
  })
  return { url, show: () => show() }
}
const titleOf = async (url: string) => (await link.create({ url })).title
const get = async (id: number) => (await link.links.getLinks({ ids: [id] }, { caller })).links[0]
const update = (id: number, fields: object) =>
  link.links.updateLink({ id, clear: [], ...fields }, { caller })

describe('a link without a title', () => {
  it('gets the title of its page', async () => {
    expect(await titleOf(page('<title>Hello</title>'))).toBe('Hello')
  })

  it.each([
    ['header', 'text/html; charset=windows-1250', [0x9a, 0xe8], 'šč'],
    ['meta tag', 'text/html', [...Buffer.from('<meta charset=iso-8859-2>'), 0xb9, 0xe8], 'šč'],
    ['byte order mark', 'text/html', [0xff, 0xfe, 0x61, 0x01, 0x0d, 0x01], 'šč'],
    ['unknown', 'text/html; charset=utf-7', [...Buffer.from('+AWE-')], '+AWE-'],
  ])('decodes the page by its encoding: %s', async (_, type, bytes, title) => {
    const wide = bytes[0] === 0xff
    const ascii = (text: string) => Buffer.from(text, wide ? 'utf16le' : 'latin1')
    const [start, rest] = wide ? [bytes.slice(0, 2), bytes.slice(2)] : [[], bytes]
    const meta = /^.*>/.exec(String.fromCharCode(...rest))?.[0] ?? ''
    const text = Buffer.from(rest.slice(meta.length))
    const parts = [Buffer.from(start), ascii(`${meta}<title>`), text, ascii('</title>')]
    expect(await titleOf(page(Buffer.concat(parts), { 'content-type': type }))).toBe(title)
  })

  it('stays without one if the page has none, is not HTML, or cannot be fetched', async () => {
    const html = { 'content-type': 'text/html' }
    const urls = [
      page('<body>nothing'),
      page('<title>not html</title>', { 'content-type': 'text/plain' }),
      page(gzipSync('<title>packed</title>'), { ...html, 'content-encoding': 'gzip' }),
      page((it) => it.destroy()),
      `${site.url}/not-found`,
      'http://127.0.0.1:1/',
      'http://nobody.invalid/',
      page((it) => it.write(`${'<meta>'.repeat(60_000)}<title>too far</title>`)),
    ]
    expect(await Promise.all(urls.map(titleOf))).toEqual(urls.map(() => ''))
  })

  it('follows three redirects and no more', async () => {
    const to = (url: string): string => {
      const path = `/${count++}`
      pages[path] = (it) => it.writeHead(302, { location: url }).end()
      return site.url + path
    }
    const three = to(to(to(page('<title>There</title>'))))

    expect(await titleOf(three)).toBe('There')
    expect(await titleOf(to(three))).toBe('')
  })

  it('does not wait for a slow page, and gets the title later', async () => {
    const { url, show } = slowPage('Late')
    const made = await link.create({ url, slug: 'late' })
    expect(made.title).toBe('')
    show()

    await vi.waitFor(async () => expect(await get(made.id)).toMatchObject({ title: 'Late' }))
    await vi.waitFor(async () =>
      expect(await link.redis.get('slug:1:late')).toContain('"title":"Late"'),
    )
    await vi.waitFor(async () =>
      expect(await link.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
    )
    expect((await get(made.id))?.updated_at?.getTime()).toBeGreaterThan(
      made.updated_at?.getTime() ?? Number.NaN,
    )
  })

  it.each([
    ['title', { title: 'Mine' }, 'Mine'],
    ['destination', { url: 'http://127.0.0.1:1/' }, ''],
  ])('keeps the %s set before the page arrived', async (_, fields, title) => {
    const { url, show } = slowPage('Late')
    const made = await link.create({ url })
    await update(made.id, fields)
    const next = slowPage('Next')
    const after = await link.create({ url: next.url })
    show()
    next.show()

    await vi.waitFor(async () => expect(await get(after.id)).toMatchObject({ title: 'Next' }))
    expect(await get(made.id)).toMatchObject({ title })
  })
})

describe('a link with a title', () => {
  it.each(['Mine', ''])('%j keeps it, and its page is not fetched', async (title) => {
    const before = site.requests()
    const made = await link.create({ url: page('<title>Theirs</title>'), title })

    expect(made.title).toBe(title)
    expect(site.requests()).toBe(before)
  })

  it('gets a new one only if it is cleared together with a new destination', async () => {
    const made = await link.create({ title: 'Mine' })
    const url = page('<title>Theirs</title>')

    expect(await update(made.id, { url })).toMatchObject({ title: 'Mine' })
    expect(await update(made.id, { url, clear: ['title'] })).toMatchObject({ title: 'Theirs' })
    expect(await update(made.id, { clear: ['title'] })).toMatchObject({ title: '' })
  })
})

it('a preview shows the title that a new link would get', async () => {
  const preview = (url: string) => link.links.previewPage({ url }, { caller })

  expect(await preview(page('<title>Hello</title>'))).toEqual({ title: 'Hello' })
  expect(await preview(slowPage('Late').url)).toEqual({ title: '' })
  await expect(preview('javascript:alert(1)')).rejects.toMatchObject({
    errors: [{ field: 'url', code: 'invalid_url' }],
  })
})

it('pages of one team that do not respond do not delay the titles of another team', async () => {
  const { url } = slowPage('Never')
  await Promise.all(Array.from({ length: 20 }, () => link.create({ url })))

  const made = await link.create({ url: page('<title>At once</title>') }, stranger)
  expect(made.title).toBe('At once')
})

it('creates more links than pages are read in parallel while no page responds', async () => {
  const { url } = slowPage('Never')
  const made = await Promise.all(Array.from({ length: 20 }, () => link.create({ url })))

  expect(made).toHaveLength(20)
})
