import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEmail, PASSWORD } from '../people.ts'
import { stack } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { openChromium, plugInPasskeys } from './chromium.ts'
import { expectAccessible, openContext, openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** The page behind the one-time address of a new team, which `npm start` prints. */
async function start() {
  const { api, key, orgId } = await newTeam('First start')
  const signInLink = async () => {
    const headers = { 'x-api-key': key }
    const made = await fetch(`${stack.url}/app/sign-in`, { method: 'POST', headers })
    return `/#signin=${((await made.json()) as { token: string }).token}`
  }
  const context = await openContext(browser)
  const opened = await openDashboard(browser, await signInLink(), { context })
  const heading = (name: string) => opened.page.getByRole('heading', { level: 1, name })
  await heading('Welcome to First start').waitFor()
  return { ...opened, api, orgId, signInLink, context, heading }
}

it('the first owner creates an account with a password, and later addresses sign in with the key', async () => {
  const { page, complaints, api, orgId, signInLink, context, heading } = await start()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create your account' }).click()
  await heading('Create your account').waitFor()
  // The team is named, also after a reload.
  await page.reload()
  await page.getByLabel('Name of the team').fill('Acme')
  const email = newEmail()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Jana')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await heading('Links').waitFor()
  expect(page.url()).toBe(`${stack.url}/app/team/${orgId}/links`)
  const { body } = await api('GET', '/member')
  expect(body).toMatchObject({ items: [{ email, name: 'Jana', role: 'owner' }], total: 1 })

  const later = await openDashboard(browser, await signInLink(), { context })
  await later.page.getByRole('button', { name: 'Sign in to Acme' }).click()
  await later.page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
  expect([...complaints, ...later.complaints]).toEqual([])
  await context.close()
}, 120_000)

it('the first owner creates an account with a passkey and no password, and signs in with it', async () => {
  const { page, complaints, context, heading } = await start()
  const device = await plugInPasskeys(page)
  await page.getByRole('button', { name: 'Create your account' }).click()
  await heading('Create your account').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mira')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('radio', { name: 'Passkey' }).check()
  expect(await page.getByRole('textbox', { name: 'Password' }).count()).toBe(0)
  await device.confirms(false)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('No passkey was chosen').waitFor()
  await device.confirms(true)
  await page.getByRole('button', { name: 'Create account' }).click()
  await heading('Links').waitFor()

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await heading('Links').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)

it('the first person goes on without an account, with the key of the team', async () => {
  const { page, complaints, api, context, heading } = await start()
  await page.getByRole('button', { name: 'Continue without an account' }).click()
  await heading('Links').waitFor()
  expect((await api('GET', '/invitation')).body).toMatchObject({ total: 0 })
  await page.reload()
  await heading('Links').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)
