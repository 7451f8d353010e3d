import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSite } from '../../services/link/src/testing/site.ts'
import { customer } from '../stack.ts'

interface Link {
  id: string
  title: string
  url: string
}

const api = customer()
let domain_id: number
const waiting: ServerResponse[] = []
const site = await startSite(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  const { pathname, searchParams } = new URL(url, 'http://site')
  if (pathname === '/slow') waiting.push(response)
  else response.end(`<html><head><title>${searchParams.get('title') ?? ''}</title></head>`)
})
const page = (title: string) => `${site.url}/?title=${encodeURIComponent(title)}`
beforeAll(async () => {
  const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
  domain_id = body.items[0]?.id ?? 0
})
afterAll(() => site.close())

const create = async (fields: object) =>
  (await api<Link>('POST', '/link', { domain_id, ...fields })).body
const read = async (id: string) => (await api<Link>('GET', `/link/${id}`)).body

describe('the title of a link', () => {
  it('is the title of its page if it is absent or null', async () => {
    const url = page('Žluťoučký kůň &amp; <b>')

    expect(await create({ url })).toMatchObject({ title: 'Žluťoučký kůň & <b>', url })
    expect(await create({ url, title: null })).toMatchObject({ title: 'Žluťoučký kůň & <b>' })
  })

  it('is the given title, even if that is empty', async () => {
    expect(await create({ url: page('Of the page'), title: 'Mine' })).toMatchObject({
      title: 'Mine',
    })
    expect(await create({ url: page('Of the page'), title: '' })).toMatchObject({ title: '' })
  })

  it('is set later if the page is slow, and can then be searched', async () => {
    const made = await create({ url: `${site.url}/slow` })
    expect(made.title).toBe('')
    const title = `Late ${crypto.randomUUID()}`
    for (const response of waiting) response.end(`<title>${title}</title>`)

    await expect.poll(async () => (await read(made.id)).title).toBe(title)
    const found = await api<{ items: Link[] }>('GET', `/link?search=${encodeURIComponent(title)}`)
    expect(found.body.items).toMatchObject([{ id: made.id }])
  })

  it('is fetched again if it is cleared together with a new destination', async () => {
    const made = await create({ url: page('First') })
    const put = async (body: object) => (await api<Link>('PUT', `/link/${made.id}`, body)).body

    expect((await put({ url: page('Second') })).title).toBe('First')
    expect((await put({ url: page('Second'), title: null })).title).toBe('Second')
    expect((await put({ title: null })).title).toBe('')
  })

  it('is empty without a page', async () => {
    expect(await create({ url: 'http://127.0.0.1:1/' })).toMatchObject({ title: '' })
    expect(await create({ url: 'http://nobody.invalid/' })).toMatchObject({ title: '' })
  })
})
