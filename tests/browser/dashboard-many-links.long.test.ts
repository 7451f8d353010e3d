import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalStack, localStack, withDatabase } from '../stack.ts'
import { type Customer, newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { openDashboard } from './dashboard.ts'

const LINKS = 100_000

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** A team with 100,000 links: created by SQL if the stack is local, otherwise by an import. */
async function teamWithLinks(): Promise<string> {
  const { api, orgId, key } = await newTeam(unique('Many'))
  const name = `${unique('go')}.example.com`
  const { id: domain_id } = (await api<{ id: number }>('POST', '/domain', { name })).body
  const local = localStack()
  if (local) await insertLinks(local, [orgId, domain_id, name, LINKS])
  else await importLinks(api, domain_id)
  return key
}

/** As the service writes them, but without outbox rows, because these links are not visited. */
async function insertLinks({ stores }: LocalStack, values: (string | number)[]): Promise<void> {
  const postgres = new pg.Client({ connectionString: withDatabase(stores.database_url, 'link') })
  await postgres.connect()
  await postgres.query(
    `insert into links (org_id, user_id, domain_id, domain, slug, slug_key, url, created_at)
    select $1, 1, $2, $3, 'item-' || i, 'item-' || i,
      'https://example.com/page/' || i || '?ref=' || (i * 7919) % $4::int, now() + i * interval '1 ms'
    from generate_series(0, $4::int - 1) as i`,
    values,
  )
  await postgres.query(
    `insert into link_clicks (link_id, org_id)
    select id, org_id from links where org_id = $1 on conflict do nothing`,
    [values[0]],
  )
  await postgres.end()
}

async function importLinks(api: Customer, domain_id: number): Promise<void> {
  const csv = Array.from({ length: LINKS }, (_, i) => ({
    url: `https://example.com/page/${i}?ref=${(i * 7_919) % LINKS}`,
    slug: `item-${i}`,
  }))
  const { body } = await api('POST', '/link/import', { domain_id, csv })
  await expect
    .poll(async () => (await api('GET', `/link/import/${body.job_id}`)).body.done, {
      timeout: 600_000,
      interval: 1_000,
    })
    .toBe(LINKS)
}

interface TraceEvent {
  name: string
  pid: number
  /** Wall-clock and CPU time in microseconds. */
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** The longest main-thread task of a page, and the CPU time it used. */
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

it('a list of 100,000 links is scrolled to the end and searched while typing', async () => {
  const apiKey = await teamWithLinks()
  const { page, complaints, close } = await openDashboard(browser, '/links?sort=oldest', { apiKey })
  await page.getByText('100,000 links').waitFor()
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
  await page.getByRole('img', { name: 'No clicks in the last 30 days' }).first().waitFor()

  const { pauseMs, workMs } = longestTask(await browser.stopTracing())

  console.log(
    `100,000 links scrolled and searched: the longest task worked for ${workMs} ms, and with what else ` +
      `this machine was doing it took ${pauseMs} ms; ${drawn} rows drawn`,
  )
  expect(workMs).toBeGreaterThan(0)
  // The number of rendered rows is independent of the number of links.
  expect(drawn).toBeLessThan(60)
  expect(complaints).toEqual([])
  await close()
}, 900_000)
