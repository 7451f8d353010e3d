import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMember, signIn } from '../people.ts'
import { admin } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, openContext, openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

it('a person with the link of a reset sets a new password, and is told when none can be sent', async () => {
  const { api } = await newTeam('Dashboard reset')
  const { email } = await newMember(api, 'viewer')
  const { password_token } = await admin<{ password_token: string }>('user', 'reset', email)
  const context = await openContext(browser)
  const { page, complaints } = await openDashboard(browser, `/password-reset#${password_token}`, {
    context,
  })
  const password = page.getByLabel('New password')
  await password.fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('alert').waitFor()
  await expectAccessible(page)
  await password.fill('another long password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  expect((await signIn(email, 'another long password')).answer.status).toBe(201)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send a link' }).click()
  await page.getByText('This instance sends no email.').waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await context.close()
})
