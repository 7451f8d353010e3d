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

interface TraceEvent {
  name: string
  pid: number
  /** Microseconds on the clock, and of work. */
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** The longest that a page kept its reader waiting, and how much of it was its own work. */
function longestTask(trace: Buffer) {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const pages = new Set(
    traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid }) => pid),
  )
  const tasks = traceEvents.filter(({ name, pid }) => /RunTask$/.test(name) && pages.has(pid))
  const most = (of: 'dur' | 'tdur') =>
    Math.round(tasks.reduce((max, it) => Math.max(max, it[of] ?? 0), 0) / 1_000)
  return { pauseMs: most('dur'), workMs: most('tdur') }
}

it('a list of 100,000 links is scrolled to its end and searched as one types', async () => {
  const apiKey = await teamWithLinks()
  const { page, complaints, close } = await openDashboard(browser, '/links?sort=oldest', { apiKey })
  await page.getByText('100,000 in all').waitFor()
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await page.mouse.move(600, 500)
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 900)
  await page.locator('[role=row] a').first().waitFor()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.getByLabel('Select item-99999', { exact: true }).waitFor()
  const drawn = await page.locator('[role=rowgroup] [role=row]').count()
  await page.keyboard.press('/')
  await page.keyboard.type('item-5432', { delay: 40 })
  await page.getByText('11 found').waitFor()
  await page.getByLabel('Select item-54321', { exact: true }).waitFor()

  const { pauseMs, workMs } = longestTask(await browser.stopTracing())

  console.log(
    `100,000 links scrolled and searched: the longest task worked for ${workMs} ms, and with what else ` +
      `this machine was doing it took ${pauseMs} ms; ${drawn} rows drawn`,
  )
  expect(workMs).toBeGreaterThan(0)
  // What is drawn does not grow with what there is.
  expect(drawn).toBeLessThan(60)
  expect(complaints).toEqual([])
  await close()
}, 900_000)
