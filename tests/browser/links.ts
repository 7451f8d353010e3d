import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { stack } from '../stack.ts'
import { type Customer, type Page as ListPage, newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { type Dashboard, LOOKS, type Look, openDashboard } from './dashboard.ts'
import { addPageText } from './page-text.ts'

export interface Link {
  id: string
  slug: string
  url: string
  title: string
  clicks: number
  folder: { name: string } | null
  tags: { name: string }[]
  ab: { url: string; percent: number }[]
  geo: { url: string; country: string }[]
  [field: string]: unknown
}

/** Timeout for a form of thirty fields or four accessibility checks on a busy machine. */
export const LONG_MS = 300_000

/** State of the link tests; each test has its own team, so that lists contain only its links. */
export let browser: Browser
export let api: Customer
export let apiKey: string
export let orgId: string
export let dashboard: Dashboard
export let page: Page
let domain_id: number

/** Call once per test file. */
export function useTeams(): void {
  beforeAll(async () => {
    browser = await openChromium()
  }, 600_000)
  afterAll(() => browser?.close())
  beforeEach(async ({ task }) => {
    ;({ api, orgId, key: apiKey } = await newTeam(unique('Dashboard')))
    const name = `${unique('go')}.example.com`
    domain_id = (await api<{ id: number }>('POST', '/domain', { name })).body.id
    return async () => {
      if (!dashboard) return
      await addPageText(task, page).finally(dashboard.close)
    }
  })
}

export async function open(
  path: string,
  { look = LOOKS[0], key = apiKey, clock = false }: OpenAs = {},
): Promise<void> {
  dashboard = await openDashboard(browser, path, { apiKey: key, look, clock })
  page = dashboard.page
}

interface OpenAs {
  look?: Look
  key?: string
  /** Whether the test sets the page's clock. */
  clock?: boolean
}

export const createLink = async (fields: object = {}): Promise<Link> => {
  const body = { url: 'https://example.com/', domain_id, title: 'x', ...fields }
  const answer = await api<Link>('POST', '/link', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
export const links = async (query = ''): Promise<Link[]> =>
  (await api<ListPage<Link>>('GET', `/link?limit=100&${query}`)).body.items
export const onlyLink = async (): Promise<Link> => {
  const [link] = await links()
  if (!link) throw new Error('There is no link')
  return link
}
/** Makes a webhook named Shop with a message that its receiver refused. */
export async function failedMessage(): Promise<void> {
  const fields = { url: `${stack.url}/healthz`, name: 'Shop', events: ['link.created'] }
  const { body } = await api<{ id: number }>('POST', '/webhook', fields)
  await api('POST', `/webhook/${body.id}/test`)
}
export const rows = () => page.locator('[role=rowgroup] [role=row]')
export const row = (slug: string) =>
  rows().filter({ has: page.getByLabel(`Select ${slug}`, { exact: true }) })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
/** A field by its label, inside the dialog if there is one. */
export const field = (label: string, within: Page | Locator = page) =>
  within.getByLabel(label, { exact: true }).and(page.locator('input'))
export const dialog = () => page.getByRole('dialog')
export const pick = async (label: string, option: string, within: Page | Locator = page) => {
  await field(label, within).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
