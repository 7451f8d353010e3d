import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { stack } from '../stack.ts'

/** The widths that a page must fit; `expectAccessible` checks the colors. */
export const LOOKS = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'on a phone', width: 390, height: 844 },
] as const
export type Look = (typeof LOOKS)[number]
const COLORS = ['dark', 'light'] as const

/** A page of the dashboard, and the errors that the browser reported on it. */
export interface Dashboard {
  page: Page
  complaints: string[]
  close(): Promise<void>
}

interface OpenAs {
  look?: Look
  /** null opens the page signed out. */
  apiKey?: string | null
  /** Another profile than the common one, such as that of a person. Implies no API key. */
  context?: BrowserContext
  /** Whether the test sets the page's clock. */
  clock?: boolean
}

/**
 * One context per browser, so that the dashboard's files are fetched once; session data is per tab.
 */
const contexts = new WeakMap<Browser, Promise<BrowserContext>>()

function contextOf(browser: Browser): Promise<BrowserContext> {
  const known = contexts.get(browser)
  if (known) return known
  const made = openContext(browser)
  contexts.set(browser, made)
  return made
}

/** A browser profile of its own, with these cookies. */
export async function openContext(
  browser: Browser,
  cookies: ReadonlyMap<string, string> = new Map(),
): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme: 'light',
    // Animated elements cannot be measured.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: stack.url })))
  return context
}

/** Opens `path` below /app in a new tab, signed in. */
export async function openDashboard(
  browser: Browser,
  path: string,
  { look = LOOKS[0], context, apiKey = context ? null : stack.apiKey, clock = false }: OpenAs = {},
): Promise<Dashboard> {
  const page = await (context ?? (await contextOf(browser))).newPage()
  await page.setViewportSize(look)
  if (clock) await page.clock.install()
  if (apiKey !== null) {
    await page.addInitScript((key) => {
      // A sandboxed frame has no storage.
      if (window !== window.top || sessionStorage.getItem('begun')) return
      sessionStorage.setItem('begun', 'yes')
      sessionStorage.setItem('fingerpost-key', key)
    }, apiKey)
  }
  const complaints = watch(page)
  await page.goto(`${stack.url}/app${path}`)
  return { page, complaints, close: () => page.close() }
}

/** Opens the dashboard as the person of these cookies, in a profile of its own. */
export async function openAs(
  browser: Browser,
  { cookies }: { cookies: ReadonlyMap<string, string> },
  path: string,
  look: Look = LOOKS[0],
) {
  const context = await openContext(browser, cookies)
  const opened = await openDashboard(browser, path, { context, look })
  return { ...opened, context, close: () => context.close() }
}

/** Script errors, policy violations, and requests to other origins. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // Responses with an error status are logged as errors too; network changes are unrelated.
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

/**
 * Expects no serious WCAG 2.2 AA violation and no horizontal overflow, in dark and light colors.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of COLORS) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await page.evaluate(SETTLED)
    expect(await violations(page), colorScheme).toEqual([])
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, 'pixels beyond the width of the window').toBe(0)
  }
  if ((page.viewportSize()?.width ?? 0) < PHONE_BELOW) expect(await smallTargets(page)).toEqual([])
}

const PHONE_BELOW = 768
const THUMB_PX = 40

/** The controls that are too low for a thumb. */
const smallTargets = (page: Page) =>
  page.evaluate(
    (least) =>
      [
        ...document.querySelectorAll(
          '.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input, [role=menuitem], [role=option]',
        ),
      ]
        .map((it) => ({ it, height: it.getBoundingClientRect().height }))
        .filter(({ height }) => height > 0 && height < least)
        .map(({ it, height }) => `${height} px: ${it.outerHTML}`),
    THUMB_PX,
  )

/** Waits for color transitions to end. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter((it) => it instanceof CSSTransition).map((it) => it.finished)).then(() => {})`

/** The serious WCAG 2.2 AA violations of a page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the page's content security policy does not block.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then((it) => it.violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((it) => `${it.html}\n${it.failureSummary}`).join('\n')}`,
    )
}
