import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invite, type Me, newEmail, newMember, PASSWORD, signIn } from '../people.ts'
import { stack } from '../stack.ts'
import { type Customer, newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { openAs, openContext, openDashboard } from './dashboard.ts'

let browser: Browser
let api: Customer
let orgId: string

beforeAll(async () => {
  browser = await openChromium()
  ;({ api, orgId } = await newTeam('Dashboard people'))
}, 600_000)
afterAll(() => browser?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('an account', () => {
  it('signs in by password, in all tabs, with nothing that scripts could read, and out again', async () => {
    const { email } = await newMember(api, 'editor')
    const context = await openContext(browser)
    const { page, complaints } = await openDashboard(browser, '/tags', { context })
    await page.getByLabel('Email').fill(` ${email.toUpperCase()} `)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.keyboard.press('Enter')
    await page.getByText('Email address or password is wrong.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Tags').waitFor()
    expect(page.url()).toBe(`${stack.url}/app/team/${orgId}/tags`)
    const readable = 'document.cookie + Object.keys(sessionStorage).join()'
    expect(await page.evaluate(readable)).toBe('')

    const second = await openDashboard(browser, '/', { context })
    await heading(second.page, 'Links').waitFor()
    await second.page.reload()
    await heading(second.page, 'Links').waitFor()

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Fingerpost').waitFor()
    expect(page.url()).toBe(`${stack.url}/app/`)
    await second.page.getByRole('link', { name: 'Folders' }).click()
    await second.page.getByText('Your session has ended').waitFor()
    await page.reload()
    await page.getByLabel('Email').waitFor()
    expect([...complaints, ...second.complaints]).toEqual([])
    await context.close()
  })
})

describe('members', () => {
  it('are invited by a link, get another role, and are removed with or without their keys', async () => {
    const team = await newTeam('Inviting')
    const owner = await newMember(team.api, 'owner')
    const { page, complaints, close } = await openAs(browser, owner, '/members')
    await page.getByText('You', { exact: true }).waitFor()
    const email = newEmail()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Admin').check()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByText('for seven days').waitFor()
    await page.getByRole('button', { name: 'Copy secret' }).click()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(address).toMatch(new RegExp(`^${new URL(stack.url).origin}/app/invitation#fpi_`))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(email).waitFor()

    const theirs = await openContext(browser)
    const guest = await openDashboard(browser, address.split('/app')[1] ?? '', { context: theirs })
    await heading(guest.page, 'Join Inviting').waitFor()
    const previews: number[] = []
    guest.page.on('response', (response) => {
      if (response.url().endsWith('/invitation/preview')) previews.push(response.status())
    })
    await expect.poll(() => guest.page.getByLabel('Email').inputValue()).toBe(email)
    await guest.page.getByLabel('Name').fill('Mira')
    await guest.page.getByRole('textbox', { name: 'Password' }).fill('short')
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await guest.page.getByRole('alert').getByText('Password', { exact: true }).waitFor()
    await guest.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await heading(guest.page, 'Links').waitFor()
    expect(guest.page.url()).toBe(`${stack.url}/app/team/${team.orgId}/links`)
    // A used invitation that is read again shows an error.
    expect(previews).toEqual([])
    const { api: mira } = await signIn(email)
    const made = await mira<{ id: number }>('POST', '/key', { name: 'Key of Mira' })
    expect(made.status).toBe(201)

    const mine = async () => (await mira<Me>('GET', '/me')).body.organizations
    await page.reload()
    await page.getByRole('combobox', { name: 'Role of Mira' }).click()
    await page.getByRole('option', { name: 'Editor' }).click()
    await page.getByRole('switch', { name: 'Own links only for Mira' }).click()
    await page.getByText('Mira is now editor, own links only').waitFor()
    expect(await mine()).toMatchObject([{ role: 'editor', own_links_only: true }])
    await page.getByRole('combobox', { name: 'Role of Mira' }).click()
    await page.getByRole('option', { name: 'Owner' }).click()
    await page.getByText('Mira is now owner').waitFor()
    expect(await mine()).toMatchObject([{ role: 'owner', own_links_only: false }])

    await page.getByRole('button', { name: 'Remove Mira' }).click()
    await page.getByLabel('Hand them over to me').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed Mira').waitFor()
    await expect.poll(() => page.getByText(email).count()).toBe(0)
    expect((await owner.api('GET', `/key/${made.body.id}`)).status).toBe(200)
    await guest.page.getByRole('link', { name: 'Folders' }).click()
    await heading(guest.page, 'You are not a member of a team').waitFor()
    expect([...complaints, ...guest.complaints]).toEqual([])
    await theirs.close()
    await close()
  })

  it('with an account join, create and leave teams, and switch between them in each tab', async () => {
    const second = await newTeam('Second team')
    const member = await newMember(api, 'editor')
    const { token } = await invite(second.api, 'viewer')
    const context = await openContext(browser)
    const { page, complaints } = await openDashboard(browser, `/invitation#${token}`, { context })
    await page.getByRole('button', { name: 'I have an account' }).click()
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Join Second team' }).click()
    await heading(page, 'Links').waitFor()
    expect(page.url()).toBe(`${stack.url}/app/team/${second.orgId}/links`)

    const tab = await openDashboard(browser, `/team/${orgId}/tags`, { context })
    await heading(tab.page, 'Tags').waitFor()
    const switcher = tab.page.getByRole('button', { name: /^Team / })
    expect(await switcher.textContent()).toBe('Dashboard people')
    await page.reload()
    await page.getByRole('button', { name: 'Team Second team' }).click()
    await page.getByRole('menuitem', { name: 'Dashboard people' }).click()
    await page.waitForURL(`${stack.url}/app/team/${orgId}/links`)
    await heading(page, 'Links').waitFor()

    await page.goto(`${stack.url}/app/team/${(await newTeam('Strange')).orgId}/links`)
    await heading(page, 'You are not a member of this team').waitFor()
    await page.getByRole('button', { name: 'New team' }).waitFor()
    await page.goto(`${stack.url}/app/invitation#${token}`)
    await page.getByText('already used').waitFor()
    expect(tab.complaints).toEqual([])
    await tab.close()

    await page.goto(`${stack.url}/app/team/${orgId}/members`)
    await page.getByRole('button', { name: 'Team Dashboard people' }).click()
    await page.getByRole('menuitem', { name: 'New team' }).click()
    await page.getByLabel('Name').fill('Created here')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('button', { name: 'Team Created here' }).waitFor()
    const { organizations } = (await member.api<Me>('GET', '/me')).body
    const created = organizations.find(({ role }) => role === 'owner')
    await page.waitForURL(`${stack.url}/app/team/${created?.id}/links`)

    await page.goto(`${stack.url}/app/team/${orgId}/members`)
    await page.getByRole('button', { name: 'Leave team' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await heading(page, 'You are not a member of this team').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
