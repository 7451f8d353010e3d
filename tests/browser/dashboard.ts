import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { stack } from '../stack.ts'

/** Every look that a page must have. */
export const LOOKS = [
  { name: 'light and wide', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'dark and wide', width: 1280, height: 800, colorScheme: 'dark' },
  { name: 'light on a phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'dark on a phone', width: 390, height: 844, colorScheme: 'dark' },
] as const
export type Look = (typeof LOOKS)[number]

/** A page of the dashboard and whatever the browser had to complain of on it. */
export interface Dashboard {
  page: Page
  complaints: string[]
  close(): Promise<void>
}

/** Opens `path` below /app as somebody who has signed in; `apiKey` null is nobody. */
export async function openDashboard(
  browser: Browser,
  path: string,
  { look = LOOKS[0], apiKey = stack.apiKey }: { look?: Look; apiKey?: string | null } = {},
): Promise<Dashboard> {
  const { width, height, colorScheme } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    // What moves cannot be measured.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  if (apiKey !== null) {
    await page.addInitScript((key) => {
      if (sessionStorage.getItem('begun')) return
      sessionStorage.setItem('begun', 'yes')
      sessionStorage.setItem('fingerpost-key', key)
    }, apiKey)
  }
  const complaints = watch(page)
  await page.goto(`${stack.url}/app${path}`)
  return { page, complaints, close: () => context.close() }
}

/** Errors of scripts and of the policy, and whatever is asked of anybody else. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // That the API refuses something is told as an error, too; the machine's networks are its own affair.
    if (/status of [45]\d\d|ERR_NETWORK_CHANGED/.test(message.text())) return
    if (message.type() !== 'error') return
    seen.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== stack.url && !/^(data|blob):$/.test(protocol)) seen.push(request.url())
  })
  return seen
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** Holds what is shown against WCAG 2.2 AA; nothing serious may be found, and nothing cut off. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated from outside, which the policy of the page does not forbid.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then((it) => it.violations)`,
  )
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((it) => `${it.html}\n${it.failureSummary}`).join('\n')}`,
    )
  expect(serious).toEqual([])
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, 'pixels beyond the width of the window').toBe(0)
}
