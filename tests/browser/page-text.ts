import type { Page } from 'playwright-core'
import type { RunnerTestCase } from 'vitest'

const MOST = 400

/** Adds what the page shows, its dialogs and alerts first, to the error of a failed test. */
export async function tellPage({ result }: Readonly<RunnerTestCase>, page: Page): Promise<void> {
  const [error] = result?.errors ?? []
  if (!error || page.isClosed()) return
  const texts = await page.locator('[role=dialog], [role=alert], main').allInnerTexts()
  const shown = texts.join(' | ').replace(/\s+/g, ' ').slice(0, MOST)
  const [reason = ''] = error.message.split('\n', 1)
  const told = `${reason} Shown on ${page.url()}: ${shown}`
  error.message = error.message.replace(reason, () => told)
  if (error.stack) error.stack = error.stack.replace(reason, () => told)
}
