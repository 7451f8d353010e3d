import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../../services/link/src/testing/receiver.ts'
import { customer, localStack, stack, withDatabase } from '../stack.ts'
import { newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, openDashboard } from './dashboard.ts'

let browser: Browser
let apiKey: string
let api: ReturnType<typeof customer>

beforeAll(async () => {
  browser = await openChromium()
  apiKey = (await newTeam('Webhooks')).key
  api = customer(apiKey)
}, 600_000)
afterAll(() => browser?.close())

const open = (path: string) => openDashboard(browser, path, { apiKey })
const dialog = (page: Page) => page.getByRole('dialog')
/** Timeout for states that background workers reach. */
const PATIENT = { timeout: 60_000, interval: 200 }
/** Runs a statement in the database of the link service. */
async function sql(text: string, ...values: unknown[]): Promise<void> {
  const database = withDatabase(localStack()?.stores.database_url ?? '', 'link')
  const postgres = new pg.Client({ connectionString: database })
  await postgres.connect()
  await postgres.query(text, values)
  await postgres.end()
}

describe('a webhook', () => {
  it('is created with a secret that is shown once, is tested, and shows its deliveries', async () => {
    const { page, complaints, close } = await open('/webhooks')
    await page.getByRole('button', { name: 'Create webhook' }).first().click()
    await dialog(page).getByLabel('URL').fill('javascript:alert(1)')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page)
      .getByRole('alert')
      .getByText(/^URL must be/)
      .waitFor()
    await dialog(page).getByLabel('URL').fill(`${stack.url}/healthz`)
    await dialog(page).getByLabel('Name').fill('Ourselves')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page)
      .getByText(/^whsec_/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Deliveries to Ourselves' }).click()
    await dialog(page).getByText('Nothing was sent').waitFor()
    await dialog(page).getByRole('button', { name: 'Send a test message' }).click()
    await dialog(page).getByRole('button', { name: 'Details of webhook.test' }).click()
    await dialog(page).getByText('"type": "webhook.test"').waitFor()
    await dialog(page).getByText('Response', { exact: true }).waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Send again' }).click()
    await dialog(page).getByRole('button', { name: 'Send again' }).waitFor({ state: 'detached' })
    await dialog(page).getByLabel('Status').selectOption('Delivered')
    await dialog(page).getByText('No messages with this status').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it.runIf(localStack())(
    'that is paused says so, holds its messages, and sends them when it is resumed',
    async () => {
      const receiver = await startReceiver()
      receiver.status = 500
      const { api, key, orgId } = await newTeam('Paused webhook')
      const name = `${unique('go')}.example.com`
      const domain = await api<{ id: number }>('POST', '/domain', { name })
      const fields = { url: receiver.url, name: 'Shop', events: ['link.created'] }
      const { body: hook } = await api<{ id: number }>('POST', '/webhook', fields)
      const create = () =>
        api<{ id: string }>('POST', '/link', {
          url: 'https://e.com/',
          domain_id: domain.body.id,
          title: 'x',
        })
      await create()
      const read = async () => (await api('GET', `/webhook/${hook.id}`)).body
      await vi.waitFor(async () => expect((await read()).failing_since).not.toBeNull(), PATIENT)
      await sql(
        `update webhooks set failing_since = now() - interval '25 hours' where org_id = $1`,
        orgId,
      )
      await create()
      await vi.waitFor(async () => expect((await read()).disabled_reason).toBe('failing'), PATIENT)
      const { body: missed } = await create()

      const { page, complaints, close } = await openDashboard(browser, '/webhooks', { apiKey: key })
      await page.getByText('Shop is paused').waitFor()
      await page.getByRole('button', { name: 'Deliveries to Shop' }).click()
      await dialog(page).getByText('held', { exact: true }).first().waitFor()
      expect(await dialog(page).getByText('pending', { exact: true }).count()).toBe(0)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })

      // Renaming a paused webhook neither resumes it nor drops its messages.
      await page.getByRole('button', { name: 'Edit Shop' }).click()
      await dialog(page).getByLabel('Name').fill('Store')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Store is paused').waitFor()
      receiver.status = 204
      await page.getByRole('button', { name: 'Resume and send what was missed' }).click()
      await page.getByText('Store is paused').waitFor({ state: 'detached' })
      await vi.waitFor(
        () => expect(receiver.of('link.created', Number(missed.id))).toHaveLength(1),
        PATIENT,
      )
      expect(complaints).toEqual([])
      await close()
      receiver.close()
    },
    300_000,
  )

  it('is deleted once a question is answered', async () => {
    const { body } = await api<{ id: number }>('POST', '/webhook', {
      url: `${stack.url}/healthz`,
      name: 'Short-lived',
      events: ['link.created'],
    })
    const { page, complaints, close } = await open('/webhooks')
    await page.getByRole('button', { name: 'Delete Short-lived' }).click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    expect((await api('GET', `/webhook/${body.id}`)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete Short-lived' }).click()
    await dialog(page).getByText('This cannot be undone.').waitFor()
    await dialog(page).getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('Deleted the webhook').waitFor()
    expect((await api('GET', `/webhook/${body.id}`)).status).toBe(404)
    expect(complaints).toEqual([])
    await close()
  })
})
