import type { ConsoleMessage, Page } from 'playwright-core'
import { stack } from '../stack.ts'

/**
 * Collects everything that a page must not do: dialogs, errors (of scripts and of the policy), other
 * messages in the console, and requests to other origins.
 */
export function watch(page: Page, isFault = (_: ConsoleMessage) => true): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (isFault(message)) seen.push(`${message.type()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== stack.url && protocol !== 'data:') seen.push(`request: ${request.url()}`)
  })
  return seen
}

/** A page with a status of 400 or above is logged as an error too. */
export const isOtherError = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !/status of 4\d\d/.test(message.text())
