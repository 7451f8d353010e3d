import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { BROWSERS } from '../agents.ts'
import { customer, visit } from '../stack.ts'
import { openChromium } from './chromium.ts'
import { openDashboard } from './dashboard.ts'

export const PRAGUE = '83.208.93.244'
const CALIFORNIA = '8.8.8.8'
const BOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
export const VISITS = 40
/** Different addresses and browsers among them, which are counted once per UTC day. */
export const VISITORS = 9

export let browser: Browser
export let link: { id: string; short_url: string }

/**
 * An A/B link with 30 clicks from Prague, 10 from the United States, and one by a bot. Call once per
 * test file.
 */
export function useVisitedLink(): void {
  beforeAll(async () => {
    browser = await openChromium()
    const api = customer()
    const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
    const fields = {
      url: 'https://shop.example/a',
      title: 'Looked at',
      domain_id: body.items[0]?.id,
      utm_term: 'shoes & more',
    }
    link = (await api<typeof link>('POST', '/link', fields)).body
    const ab = { items: [{ url: 'https://shop.example/b', percent: 50 }] }
    expect((await api('PUT', `/link/${link.id}/ab`, ab)).status).toBe(200)
    for (let nth = 0; nth < VISITS; nth++) {
      const agent = BROWSERS[nth % 6]?.[4] ?? ''
      const from: [string, string?] =
        nth % 4 ? [PRAGUE] : [CALIFORNIA, 'https://search.example/?q=x']
      await visitFrom(from[0], nth, { 'user-agent': agent, ...(from[1] && { referer: from[1] }) })
    }
    await visitFrom(PRAGUE, VISITS, { 'user-agent': BOT })
    await vi.waitFor(async () => {
      const { body } = await api<{ total: number }>(
        'GET',
        `/analytics/stream?link_id=${link.id}&include_bots=true`,
      )
      expect(body.total).toBe(VISITS + 1)
    })
  }, 600_000)
  afterAll(() => browser?.close())
}

/** A visit, whose visitor is told by its address and `user-agent`. */
export const visitFrom = (address: string, nth: number, headers: Record<string, string> = {}) =>
  visit(link.short_url, { 'x-forwarded-for': address, 'accept-language': `x-${nth}`, ...headers })

export const openAnalytics = (query = '') =>
  openDashboard(browser, `/analytics?link_id=${link.id}${query}`)
export const figure = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::*').first()
