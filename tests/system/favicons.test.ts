import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSite } from '../../services/link/src/testing/site.ts'
import { customer, stack, visit } from '../stack.ts'

const api = customer()
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const site = await startSite(({ url }, response) => {
  if (url === '/favicon.ico') response.end(PNG)
  else response.writeHead(404).end()
})
let link: { id: string; short_url: string }
beforeAll(async () => {
  const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
  const fields = { url: `${site.url}/page`, domain_id: body.items[0]?.id, title: 'x' }
  link = (await api<typeof link>('POST', '/link', fields)).body
  await visit(link.short_url)
})
afterAll(() => site.close())

/** The favicon path that analytics return for the destination, once the click has arrived. */
async function favicon(): Promise<string> {
  const ask = () =>
    api<{ items: { favicon: string }[] }>('GET', `/analytics/originals?link_id=${link.id}`)
  await expect.poll(async () => (await ask()).body.items.length, { timeout: 10_000 }).toBe(1)
  return (await ask()).body.items[0]?.favicon ?? ''
}
const type = (response: Response) => response.headers.get('content-type')

it('the favicon of a destination is a letter at first and the site’s own icon soon after', async () => {
  const path = await favicon()
  const look = () => fetch(stack.url + path)
  expect([await look()].map(({ status }) => status)).toEqual([200])
  await expect.poll(async () => type(await look()), { timeout: 10_000 }).toBe('image/png')
  const icon = await look()

  expect(Buffer.from(await icon.arrayBuffer())).toEqual(PNG)
  expect(icon.headers.get('content-security-policy')).toContain('sandbox')
  expect(icon.headers.get('x-content-type-options')).toBe('nosniff')
})

it('a client cannot make the gateway fetch from another site', async () => {
  const before = site.requests()
  const other = (await favicon()).replace(new URL(site.url).hostname, 'localhost')
  const icon = await fetch(stack.url + other)

  expect(type(icon)).toBe('image/svg+xml')
  expect(type(await fetch(`${stack.url}/favicon/${new URL(site.url).host}`))).toBe('image/svg+xml')
  expect(site.requests()).toBe(before)
})
