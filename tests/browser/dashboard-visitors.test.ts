import { readFileSync } from 'node:fs'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { localStack } from '../stack.ts'
import { newTeam, unique } from '../teams.ts'
import { openDashboard } from './dashboard.ts'
import { browser, figure, openAnalytics, useVisitedLink, VISITORS, VISITS } from './visited-link.ts'

useVisitedLink()

const measure = (page: Page) => new URL(page.url()).searchParams.get('measure')

describe('visitors', () => {
  it('are in the chart and its file if they are selected, also when the URL is opened', async () => {
    const { page, complaints, close } = await openAnalytics()
    const heading = (text: RegExp) => page.getByRole('heading', { name: text }).waitFor()
    const select = (name: RegExp) => page.getByRole('button', { name }).first()
    await heading(/^Clicks over time/)
    await select(/^Visitors/).focus()
    await page.keyboard.press('Enter')
    await heading(/^Visitors over time/)
    expect(measure(page)).toBe('visitors')
    await page.reload()
    await heading(/^Visitors over time/)
    const plot = page.locator('.u-over')
    const { width = 0 } = (await plot.boundingBox()) ?? {}
    await plot.hover({ position: { x: width - 1, y: 9 } })
    await page.locator('b', { hasText: `${VISITORS} visitors` }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toMatch(
      new RegExp(
        `^"Time","Clicks","Visitors"\r\n"\\d{4}-\\d\\d-\\d\\d","${VISITS}","${VISITORS}"\r\n$`,
      ),
    )

    await select(/^Clicks/).click()
    await heading(/^Clicks over time/)
    expect(measure(page)).toBeNull()
    expect(complaints).toEqual([])
    await close()
  })

  it.runIf(localStack())(
    'of clicks from before they were counted are a dash, with a note',
    async () => {
      const { key, orgId } = await newTeam(unique('Before'))
      await askClickHouse(
        localStack()?.stores.clickhouse_url ?? '',
        `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id, country)
       SELECT generateUUIDv4(), now() - INTERVAL 3 DAY, ${orgId}, 1, 'CZ' FROM numbers(12)`,
      )
      const { page, close } = await openDashboard(browser, '/analytics?measure=visitors', {
        apiKey: key,
      })
      await figure(page, 'Clicks').getByText('12', { exact: true }).waitFor()
      await figure(page, 'Visitors').getByText('–', { exact: true }).waitFor()
      await page.getByRole('button', { name: /Czechia\s*12\s*100 %\s*–/ }).waitFor()
      expect(
        await page
          .getByText(/summed over days.*– instead of a number means that none is known/)
          .count(),
      ).toBe(1)
      await close()
    },
  )
})
