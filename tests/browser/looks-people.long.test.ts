import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invite, newEmail, newMember } from '../people.ts'
import { stack } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, LOOKS, openAs } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

describe.each(LOOKS)('$name', (look) => {
  it('profile, members, invitation and audit log are accessible', async () => {
    const team = await newTeam('Accessible people')
    const owner = await newMember(team.api, 'owner')
    const long = newEmail().replace('@', `@${'long'.repeat(14)}.`)
    const viewer = await newMember(team.api, 'viewer', long)
    const { token } = await invite(team.api, 'editor')
    const { page, complaints, context, close } = await openAs(browser, owner, '/profile', look)
    await page.getByText('This session').waitFor()
    await expectAccessible(page)
    await page.goto(`${stack.url}/app/members`)
    await page.getByText('Pending invitations').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Jana' }).last().click()
    await page.getByLabel('Hand them over to me').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Admin').waitFor()
    await expectAccessible(page)
    await page.goto(`${stack.url}/app/audit`)
    await page.locator('summary').first().click()
    await expectAccessible(page)
    await context.clearCookies()
    await page.goto(`${stack.url}/app/invitation#${token}`)
    await page.getByLabel('Name').waitFor()
    await expectAccessible(page)
    const viewing = await openAs(browser, viewer, '/settings', look)
    await viewing.page.getByText('You are signed in as').waitFor()
    await expectAccessible(viewing.page)
    expect([...complaints, ...viewing.complaints]).toEqual([])
    await viewing.close()
    await close()
  })

  it.runIf(look.width > 500)('the menu of teams keeps the look of its button', async () => {
    const team = await newTeam('Team with a name of two lines')
    const { page, close } = await openAs(browser, await newMember(team.api, 'owner'), '/settings')
    const button = page.getByRole('button', { name: /^Team / })
    const closed = await button.boundingBox()
    await button.click()
    await page.getByRole('menuitem', { name: 'New team' }).waitFor()
    expect(await button.boundingBox()).toEqual(closed)
    await expectAccessible(page)
    await close()
  })
})
