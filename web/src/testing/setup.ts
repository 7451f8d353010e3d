import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forget } from '../api/session.ts'
import { queryClient } from '../app/query-client.ts'
import { fakeFetch, reportFault, resetApi } from './api.ts'

/** The time of the examples in the OpenAPI document. */
const NOW = new Date('2026-11-20T12:00:00Z')
const MAX_CHARACTERS = 600

configure({
  asyncUtilTimeout: 60_000,
  // The text of the page instead of its HTML, which takes long to print and to read.
  getElementError: (message) =>
    new Error(`${message?.split('\n', 1)[0]} Shown: ${shownText().slice(0, MAX_CHARACTERS)}`),
})

const shownText = () =>
  ['[role=dialog]', '[role=alert]', 'main']
    .flatMap((it) => [...document.querySelectorAll(it)])
    .map(({ textContent }) => textContent?.replace(/\.__m__.*?\}\}?/g, ''))
    .join(' | ')

vi.stubGlobal('fetch', fakeFetch)
vi.stubGlobal('isSecureContext', true)
// There are no style sheets, and computed styles take 90 % of the time of a query in happy-dom.
window.getComputedStyle = (element) => (element as HTMLElement).style

// Media queries are in em.
document.documentElement.style.fontSize = '16px'
// There is no layout: every element is in the window, so that nothing is hidden as scrolled away.
Element.prototype.getBoundingClientRect = () => new DOMRect(100, 100, 100, 20)
for (const [name, value] of [
  ['clientWidth', 1280],
  ['clientHeight', 800],
] as const) {
  Object.defineProperty(document.documentElement, name, { value, configurable: true })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.spyOn(console, 'error').mockImplementation((...words) =>
    reportFault(new Error(words.join(' '))),
  )
})

afterEach(() => {
  cleanup()
  notifications.clean()
  forget()
  queryClient.clear()
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  resetApi()
})
