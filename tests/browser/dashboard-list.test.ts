import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { customer, stack, visit } from '../stack.ts'
import { type Page as ListPage, unique } from '../teams.ts'
import { openDashboard } from './dashboard.ts'
import {
  api,
  apiKey,
  browser,
  button,
  createLink,
  dashboard,
  field,
  type Link,
  open,
  page,
  pick,
  row,
  rows,
  useTeams,
} from './links.ts'

useTeams()

/** The slugs of the shown links, in their order. */
const slugsOn = (page: Page): Promise<string[]> =>
  page
    .getByRole('checkbox', { name: /^Select (?!the loaded)/ })
    .evaluateAll((boxes) => boxes.map((it) => it.getAttribute('aria-label')?.split(' ')[1] ?? ''))

describe('the list', () => {
  it('searches, filters and sorts, and its URL restores the same view', async () => {
    const folder = (await api<{ id: number }>('POST', '/folder', { name: 'Print' })).body.id
    const tag = (await api<{ id: number }>('POST', '/tag', { name: 'red' })).body.id
    await createLink({ slug: 'apple', folder_id: folder, tags: [tag] })
    await createLink({ slug: 'apricot', tags: [tag] })
    await createLink({ slug: 'cherry', expires_at: '2020-01-01T00:00:00Z' })
    await open('/links')
    await expect.poll(() => rows().count()).toBe(3)
    await page.keyboard.press('/')
    await page.keyboard.type('ap')
    await expect.poll(() => rows().count()).toBe(2)
    await pick('Folder', 'Print')
    await expect.poll(() => rows().count()).toBe(1)
    expect(new URL(page.url()).searchParams.toString()).toBe(`search=ap&folder=${folder}`)

    const other = await openDashboard(browser, `/links?search=ap&tags=${tag}&sort=slug`, { apiKey })
    await expect.poll(() => slugsOn(other.page)).toEqual(['apple', 'apricot'])
    await other.page.goto(other.page.url().replace(/search.*/, 'status=expired'))
    await expect.poll(() => slugsOn(other.page)).toEqual(['cherry'])
    await other.close()

    await page.getByLabel('Search links').fill('nothing like it')
    await button('Show all links').click()
    await expect.poll(() => rows().count()).toBe(3)
  })

  it('shows clicks and the last one, and copies the short URL', async () => {
    const ours = customer()
    const { body: domains } = await ours<ListPage<{ id: number }>>('GET', '/domain')
    const slug = unique('clicked')
    const body = { url: 'https://example.com/', domain_id: domains.items[0]?.id, slug, title: 'x' }
    const { body: link } = await ours<{ id: string; short_url: string }>('POST', '/link', body)
    await visit(link.short_url)
    await expect.poll(async () => (await ours<Link>('GET', `/link/${link.id}`)).body.clicks).toBe(1)
    await open(`/links?search=${slug}`, { key: stack.apiKey })
    await row(slug).locator('[role=cell]').nth(5).locator('time').waitFor()
    await expect.poll(() => row(slug).locator('[role=cell]').nth(3).textContent()).toBe('1')
    await page.getByRole('button', { name: `Copy ${link.short_url}` }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.short_url)
  })

  it('is sorted by column headers, by keyboard too, and announces it', async () => {
    for (const slug of ['banana', 'apple', 'cherry']) await createLink({ slug })
    await open('/links')
    const order = () => slugsOn(page)
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await expect.poll(order).toEqual(['cherry', 'apple', 'banana'])
    await head('Link').getByRole('button').focus()
    for (const [sorted, slugsThen, query] of [
      ['ascending', ['apple', 'banana', 'cherry'], '?sort=slug'],
      ['descending', ['cherry', 'banana', 'apple'], '?sort=slug-back'],
      ['none', ['cherry', 'apple', 'banana'], ''],
    ] as const) {
      await page.keyboard.press('Enter')
      await expect.poll(order).toEqual(slugsThen)
      expect(await head('Link').getAttribute('aria-sort')).toBe(sorted)
      expect(new URL(page.url()).search).toBe(query)
    }
    await head('Clicks').getByRole('button').click()
    await expect.poll(() => head('Clicks').getAttribute('aria-sort')).toBe('descending')
    expect(new URL(page.url()).search).toBe('?sort=clicks')
    await expect.poll(() => page.locator('[aria-sort]:not([aria-sort=none])').count()).toBe(1)
    await expect.poll(() => field('Sort by').inputValue()).toBe('Most clicks')
    expect(dashboard.complaints).toEqual([])
  })

  it('draws the clicks of all links with one request, also as text, without layout shift', async () => {
    const ours = customer()
    const { body: domains } = await ours<ListPage<{ id: number }>>('GET', '/domain')
    const [clicked, quiet] = [unique('line-a'), unique('line-b')]
    const body = { url: 'https://example.com/', domain_id: domains.items[0]?.id, title: clicked }
    const { body: link } = await ours<Link>('POST', '/link', { ...body, slug: clicked })
    await ours('POST', '/link', { ...body, slug: quiet })
    for (let nth = 0; nth < 2; nth++) await visit(String(link.short_url))
    const counted = async () => (await ours<Link>('GET', `/link/${link.id}`)).body.clicks
    await expect.poll(counted).toBe(2)
    await open('/settings', { key: stack.apiKey, clock: true })
    const asked: string[] = []
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/analytics/series?*', async (route) => {
      asked.push(route.request().url())
      await answer.promise
      await route.continue()
    })
    await page.goto(`${stack.url}/app/links?search=${clicked}`)
    await expect.poll(() => asked.length).toBe(1)
    const places = async () => [await row(clicked).boundingBox(), await row(quiet).boundingBox()]
    const before = await places()
    answer.resolve()
    await row(clicked)
      .getByRole('img', {
        name: '2 clicks in the last 30 days, all today; 1 visitor, counted per day',
      })
      .waitFor()
    await row(clicked).locator('img[src^="/favicon/example.com?"]').waitFor()
    await row(quiet).getByRole('img', { name: 'No clicks in the last 30 days' }).waitFor()

    await visit(String(link.short_url))
    await expect.poll(counted).toBe(3)
    await page.clock.fastForward(15_000)
    await row(clicked).getByText('3', { exact: true }).waitFor()

    expect(await places()).toEqual(before)
    expect(asked).toHaveLength(1)
    expect(dashboard.complaints).toEqual([])
  })

  it('provides a QR code in color as SVG and PNG', async () => {
    await createLink({ slug: 'code' })
    await open('/links')
    await page.getByRole('button', { name: 'Actions for code' }).click()
    await page.getByRole('menuitem', { name: 'QR code' }).click()
    await page.getByRole('img', { name: /^QR code that leads to/ }).waitFor()
    await page.getByLabel('Color', { exact: true }).fill('#b4441c')
    for (const [name, begins] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
      const chunks = await (await download.createReadStream()).toArray()
      const content = Buffer.concat(chunks).toString('latin1')
      expect(content.startsWith(begins)).toBe(true)
      if (name === 'SVG') expect(content).toContain('#b4441c')
    }
    expect(dashboard.complaints).toEqual([])
  })
})
