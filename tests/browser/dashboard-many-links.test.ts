import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin } from '../stack.ts'
import { newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { openDashboard } from './dashboard.ts'

const LINKS = 100_000

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** A team with a hundred thousand links, made by one import. */
async function teamWithLinks(): Promise<string> {
  const { api, orgId, key } = await newTeam(unique('Many'))
  const name = `${unique('go')}.example.com`
  const domain = await admin<{ id: number }>('domain', 'add', name, '--org', orgId, '--verified')
  const csv = Array.from({ length: LINKS }, (_, i) => ({
    url: `https://example.com/page/${i}?ref=${(i * 7_919) % LINKS}`,
    slug: `item-${i}`,
  }))
  const { body } = await api('POST', '/link/import', { domain_id: Number(domain.id), csv })
  await expect
    .poll(async () => (await api('GET', `/link/import/${body.job_id}`)).body.done, {
      timeout: 600_000,
      interval: 1_000,
    })
    .toBe(LINKS)
  return key
}

it('a list of 100,000 links is scrolled to its end and searched as one types', async () => {
  const apiKey = await teamWithLinks()
  const { page, complaints, close } = await openDashboard(browser, '/links?sort=oldest', { apiKey })
  await page.getByText('100,000 in all').waitFor()
  await page.evaluate(() => {
    const pauses: number[] = []
    Object.assign(window, { pauses })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pauses.push(duration)
    }).observe({ type: 'longtask' })
  })
  const longest = () =>
    page.evaluate(() =>
      Math.round(Math.max(0, ...(window as never as { pauses: number[] }).pauses)),
    )

  await page.mouse.move(600, 500)
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 900)
  await page.locator('[role=row] a').first().waitFor()
  const scrolling = await longest()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.getByLabel('Select item-99999', { exact: true }).waitFor()
  const drawn = await page.locator('[role=rowgroup] [role=row]').count()
  const jumping = await longest()
  await page.keyboard.press('/')
  await page.keyboard.type('item-5432', { delay: 40 })
  await page.getByText('11 found').waitFor()
  await page.getByLabel('Select item-54321', { exact: true }).waitFor()
  const searching = await longest()

  console.log(
    `100,000 links: longest pause ${scrolling} ms scrolling, ${jumping} ms with the jump to the end, ` +
      `${searching} ms with searching; ${drawn} rows drawn`,
  )
  // What is drawn does not grow with what there is.
  expect(drawn).toBeLessThan(60)
  expect(complaints).toEqual([])
  await close()
}, 900_000)
