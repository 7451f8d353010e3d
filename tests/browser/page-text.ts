import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { RunnerTestCase } from 'vitest'

const SHOWN = ['[role=dialog]', '[role=alert]', 'main']
const MAX_CHARACTERS = 400
const PATIENCE_MS = 2_000

/** Adds the text of the page to the error of a failed test: dialogs, then alerts, then the main content. */
export async function addPageText({ result }: Readonly<RunnerTestCase>, page: Page): Promise<void> {
  const [error] = result?.errors ?? []
  if (!error?.message) return
  const [reason = ''] = error.message.split('\n', 1)
  const detailed = `${reason} Shown on ${page.url()}: ${await textOf(page)}`
  error.message = detailed + error.message.slice(reason.length)
  if (error.stack) error.stack = error.stack.replace(reason, () => detailed)
}

/** Empty if the page is closed, has crashed or is busy. */
async function textOf(page: Page): Promise<string> {
  const texts = Promise.all(SHOWN.map((it) => page.locator(it).allInnerTexts()))
  const known = await Promise.race([texts, pause(PATIENCE_MS, [])]).catch(() => [])
  return known.flat().join(' | ').replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS)
}
