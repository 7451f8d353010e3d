import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Copy, canCopy, startCopy } from '../copies.ts'
import { invite, newEmail } from '../people.ts'
import { CLIENT, openProvider } from '../provider.ts'
import { newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'

describe.runIf(canCopy())('single sign-on', () => {
  let browser: Awaited<ReturnType<typeof openChromium>>
  let provider: Awaited<ReturnType<typeof openProvider>>
  let gateway: Copy
  beforeAll(async () => {
    browser = await openChromium()
    provider = await openProvider()
    gateway = await startCopy('gateway', {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      PASSWORD_SIGN_IN: 'false',
    })
    provider.register(`${gateway.url}/app/sso/callback`)
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await gateway?.close()
    await provider?.stop()
  })

  it('leads from the sign-in page to the provider and back to the page that was asked for', async () => {
    const { api, orgId } = await newTeam('Dashboard SSO')
    const email = newEmail()
    await invite(api, 'editor', email)
    provider.accounts.set('jana', { sub: 'jana', email, email_verified: true, name: 'Jana' })
    const page = await (await browser.newContext()).newPage()
    const { host } = new URL(provider.issuer)
    const button = page.getByRole('button', { name: `Sign in with ${host}` })

    await page.goto(`${gateway.url}/app/tags`)
    await button.waitFor()
    expect(await page.getByLabel('Email').count()).toBe(0)
    await provider.stop()
    await button.click()
    await page.getByRole('alert').getByText('The identity provider does not answer').waitFor()
    await provider.restart()
    await button.click()
    await page.getByPlaceholder('Enter any login').fill('stranger')
    await page.getByPlaceholder('and password').fill('x')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('does not confirm your email address').waitFor()

    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.goto(`${gateway.url}/app/tags`)
    await button.click()
    await page.getByPlaceholder('Enter any login').fill('jana')
    await page.getByPlaceholder('and password').fill('x')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
    expect(page.url()).toBe(`${gateway.url}/app/team/${orgId}/tags`)
  })
})
