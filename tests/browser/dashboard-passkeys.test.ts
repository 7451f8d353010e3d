import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMember } from '../people.ts'
import { type Customer, newTeam } from '../teams.ts'
import { openChromium, plugInPasskeys } from './chromium.ts'
import { expectAccessible, openContext, openDashboard } from './dashboard.ts'

let browser: Browser
let api: Customer

beforeAll(async () => {
  browser = await openChromium()
  ;({ api } = await newTeam('Dashboard passkeys'))
}, 600_000)
afterAll(() => browser?.close())

it('a person adds a passkey, signs out, and signs in with it and nothing else', async () => {
  const { cookies, email } = await newMember(api, 'editor')
  const context = await openContext(browser, cookies)
  const { page, complaints } = await openDashboard(browser, '/profile', { context })
  const device = await plugInPasskeys(page)
  await page.getByLabel('Name of the new passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added').waitFor()
  await page.getByText('Work laptop', { exact: true }).waitFor()
  await expect
    .poll(() => page.getByLabel('Name of the new passkey').inputValue())
    .toBe('Chrome on Linux')
  await page.reload()
  await page.getByText('not used yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device has a passkey for your account already.').waitFor()

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await passkey.waitFor()
  await expectAccessible(page)
  await device.confirms(false)
  await passkey.click()
  await page.getByText('No passkey was chosen').waitFor()
  await device.confirms(true)
  await passkey.click()
  await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()

  await page.goto(page.url().replace('/links', '/profile'))
  await page.getByText(email).waitFor()
  await page.getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Rename the passkey Work laptop' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('Passkey removed').waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await passkey.click()
  await page.getByText('This passkey does not sign in here').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)
