import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customer, visit } from '../stack.ts'
import { type Page as ListPage, newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, LOOKS, openDashboard } from './dashboard.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

describe.each([
  ['folder', 'folders'],
  ['tag', 'tags'],
] as const)('a %s', (kind, path) => {
  it('shows its numbers of links and clicks, which lead to both, with one request', async () => {
    const api = customer()
    const name = unique(kind)
    const { body: label } = await api<{ id: number }>('POST', `/${kind}`, { name })
    const { body: domains } = await api<ListPage<{ id: number }>>('GET', '/domain')
    const body = { url: 'https://example.com/', domain_id: domains.items[0]?.id, title: name }
    const labeled = kind === 'folder' ? { folder_id: label.id } : { tags: [label.id] }
    const made = async () =>
      (await api<{ id: string; short_url: string }>('POST', '/link', { ...body, ...labeled })).body
    const links = [await made(), await made()]
    for (const { short_url } of [...links, ...links.slice(1)]) await visit(short_url)
    const clicks = async () => {
      const query = `search=${name}&counts=true`
      return (await api<ListPage<{ clicks: number }>>('GET', `/${kind}?${query}`)).body.items[0]
    }
    await expect.poll(clicks).toMatchObject({ links: 2, clicks: 3 })

    const opened = await openDashboard(browser, '/settings')
    const { page, complaints } = opened
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === `/api/${kind}` && searchParams.get('search') === name) asked.push(pathname)
    })
    await page.getByRole('link', { name: path, exact: false }).first().click()
    await page.getByLabel(`Search ${path}`).fill(name)
    await expect.poll(() => asked).toHaveLength(1)
    await page.getByRole('link', { name: `3 clicks of links in ${name}` }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(LOOKS[1])
    await expectAccessible(page)
    await page.setViewportSize(LOOKS[0])

    await page.getByRole('link', { name: `3 clicks of links in ${name}` }).click()
    await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe(`?${kind}_id=${label.id}&period=all`)
    await page.getByText('3', { exact: true }).first().waitFor()
    await page.goBack()
    expect(asked).toHaveLength(1)
    await page.getByLabel(`Search ${path}`).fill(name)
    await page.getByRole('link', { name: `2 links in ${name}` }).click()
    await page.getByText('2 found').waitFor()
    expect(complaints).toEqual([])
    await opened.close()
  })

  it('is shown without numbers while links are unavailable', async () => {
    const { api, key: apiKey } = await newTeam(unique('Labels'))
    await api('POST', `/${kind}`, { name: 'Autumn' })
    const { page, complaints, close } = await openDashboard(browser, '/settings', { apiKey })
    await page.route(`**/api/${kind}?*counts=true*`, (route) => route.fulfill({ status: 503 }))
    await page.getByRole('link', { name: path, exact: false }).first().click()
    await page.getByRole('link', { name: 'Links in Autumn', exact: true }).waitFor()
    await page.unroute(`**/api/${kind}?*counts=true*`)
    await page.reload()
    await page.getByRole('link', { name: '0 links in Autumn' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('is shown without numbers to an API key that may not read links', async () => {
    const { api } = await newTeam(unique('Labels'))
    await api('POST', `/${kind}`, { name: 'Autumn' })
    const { body } = await api<{ key: string }>('POST', '/key', {
      name: 'Catalog only',
      scopes: ['catalog:read'],
    })
    const { page, complaints, close } = await openDashboard(browser, `/${path}`, {
      apiKey: body.key,
    })
    await page.getByRole('link', { name: 'Links in Autumn', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
