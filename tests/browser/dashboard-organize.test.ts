import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CHROME, customer, stack } from '../stack.ts'
import { newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, openDashboard } from './dashboard.ts'

let browser: Browser
let apiKey: string
let api: ReturnType<typeof customer>

// A separate team, so that deletions do not affect other tests.
beforeAll(async () => {
  browser = await openChromium()
  apiKey = (await newTeam('Organized')).key
  api = customer(apiKey)
}, 600_000)
afterAll(() => browser?.close())

const open = (path: string) => openDashboard(browser, path, { apiKey })
const dialog = (page: Page) => page.getByRole('dialog')
const list = async <T = { name: string }>(path: string) =>
  (await api<{ items: T[] }>('GET', path)).body.items

describe.each([
  ['folder', 'folders'],
  ['tag', 'tags'],
] as const)('a %s', (kind, path) => {
  it('is created, renamed, and deleted once a question is answered', async () => {
    const { page, complaints, close } = await open(`/${path}`)
    await page.getByText(`No ${kind} yet`).waitFor()
    await page
      .getByRole('button', { name: `Create ${kind}` })
      .first()
      .click()
    await dialog(page).getByLabel('Name').fill('Autumn')
    await dialog(page).getByRole('textbox', { name: 'Color' }).fill('#b4441c')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Autumn' }).click()
    await dialog(page).getByLabel('Name').fill('Winter')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete Winter' }).click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await list(`/${kind}`)).toMatchObject([{ name: 'Winter', color: '#b4441c' }])

    await page.getByRole('button', { name: 'Delete Winter' }).click()
    await dialog(page)
      .getByRole('button', { name: `Delete ${kind}` })
      .click()
    await page.getByText(`Deleted the ${kind} “Winter”`).waitFor()
    expect(await list(`/${kind}`)).toEqual([])
    await page.getByText(`No ${kind} yet`).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('with a name that is taken shows the API error next to the field', async () => {
    await api('POST', `/${kind}`, { name: 'Taken' })
    const { page, close } = await open(`/${path}`)
    await page.getByRole('button', { name: `Create ${kind}` }).click()
    await dialog(page).getByLabel('Name').fill('taken')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByRole('alert').waitFor()
    await dialog(page).getByText('Details').click()
    await dialog(page)
      .getByText(/^Request /)
      .waitFor()
    await close()
  })
})

describe('a domain', () => {
  it('is added, shows the DNS records to set and those found, and is configured', async () => {
    const name = `go-${crypto.randomUUID().slice(0, 8)}.example.com`
    const { page, complaints, close } = await open('/domains')
    await page.getByRole('button', { name: 'Add domain' }).first().click()
    await dialog(page).getByLabel('Name').fill('not a name')
    await dialog(page).getByRole('button', { name: 'Add' }).click()
    await dialog(page).getByRole('alert').waitFor()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('button', { name: 'Add' }).click()

    await dialog(page).getByText(`_verify.${name}`).waitFor()
    await dialog(page).getByText('Nothing found there yet.').first().waitFor()
    await dialog(page).getByText('1. Verify your domain').waitFor()
    await dialog(page).getByText('2. Point it to this server').waitFor()
    await dialog(page)
      .getByText(/^Add an A or AAAA record|^Add this CNAME record/)
      .waitFor()
    await dialog(page)
      .getByText(/^HTTPS: /)
      .waitFor()
    expect(await dialog(page).getByText('localhost').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Copy name' }).first().click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`_verify.${name}`)
    await dialog(page).getByLabel('Length of generated slugs').fill('9')
    await dialog(page).getByLabel('Root redirect').fill('https://shop.example/')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const domains = await list<{ name: string }>('/domain')
    expect(domains.find((it) => it.name === name)).toMatchObject({
      slug_length: 9,
      root_url: 'https://shop.example/',
      verified: false,
    })
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an API key', () => {
  it('is shown once, works, and is revoked', async () => {
    const { page, complaints, close } = await open('/keys')
    await page.getByText('This session').waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    await dialog(page).getByLabel('Name').fill('Newsletter')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    const secret = dialog(page).getByText(/^fp_/)
    const made = (await secret.textContent()) ?? ''
    expect((await customer(made)('GET', '/link')).status).toBe(200)
    expect((await customer(made)('GET', '/key')).status).toBe(403)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await secret.waitFor({ state: 'detached' })
    await page.getByText('link:read, link:write').waitFor()

    await page.getByRole('button', { name: 'Rotate Newsletter' }).click()
    await dialog(page).getByLabel('Keep the previous key valid').selectOption('7 days')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Rotate' }).click()
    await secret.waitFor()
    const rotated = (await secret.textContent()) ?? ''
    expect(rotated).not.toBe(made)
    for (const key of [made, rotated]) {
      expect((await customer(key)('GET', '/link')).status).toBe(200)
    }
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('previous key ends').waitFor()

    await page.getByRole('button', { name: 'Revoke Newsletter' }).click()
    await dialog(page).getByText('Apps that use the key lose access.').waitFor()
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Revoked the key “Newsletter”').waitFor()
    await vi.waitFor(async () => expect((await customer(made)('GET', '/link')).status).toBe(401))
    expect(complaints).toEqual([])
    await close()
  })
})

describe('deletions that cannot be undone', () => {
  it('of a domain with links is refused by the server, and nothing is called deleted', async () => {
    const name = `${unique('go')}.example.com`
    const { body: domain } = await api<{ id: number }>('POST', '/domain', { name })
    const fields = { url: 'https://e.com/', domain_id: domain.id, title: 'x' }
    const { body: link } = await api<{ id: string }>('POST', '/link', fields)
    const { page, close } = await open('/domains')
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const confirm = dialog(page).getByRole('button', { name: 'Delete domain' })
    await confirm.click()
    await dialog(page).getByText(`There are links on ${name}`).waitFor()
    await expectAccessible(page)
    expect(await page.getByText('Deleted the domain').count()).toBe(0)

    await api('DELETE', `/link/${link.id}`)
    await confirm.click()
    await page.getByText(`Deleted the domain ${name}`).waitFor()
    expect((await api('GET', `/domain/${domain.id}`)).status).toBe(404)
    await close()
  })

  it('of the key of this session warns, and signs out, also after it was rotated', async () => {
    const { body } = await api<{ key: string }>('POST', '/key', {
      name: 'Own key',
      scopes: ['key:manage', 'catalog:read'],
    })
    const { page, close } = await openDashboard(browser, '/keys', { apiKey: body.key })
    await page.getByRole('button', { name: 'Rotate Own key' }).click()
    await dialog(page).getByLabel('Keep the previous key valid').selectOption('Not at all')
    await dialog(page).getByRole('button', { name: 'Rotate' }).click()
    await dialog(page).getByText(/^fp_/).waitFor()
    await vi.waitFor(async () => expect((await customer(body.key)('GET', '/key')).status).toBe(401))
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Folders' }).first().click()
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('button', { name: 'Revoke Own key' }).click()
    await dialog(page).getByText('you are signed out').waitFor()
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('You revoked the key of this session.').waitFor()
    await close()
  })
})

describe('the bio page', () => {
  it('is edited next to its preview, sorted by keyboard, and shown to visitors', async () => {
    const { page, complaints, close } = await open('/bio')
    const preview = page.frameLocator('iframe[title="Your bio page"]')
    await page.getByLabel('Title').fill('The little shop')
    await preview.getByRole('heading', { name: 'The little shop' }).waitFor()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved').waitFor()

    for (const [url, platform] of [
      ['https://www.instagram.com/shop', undefined],
      ['shop', 'YouTube'],
    ] as const) {
      await page.getByRole('button', { name: 'Add link' }).click()
      await dialog(page).getByLabel('URL or username').fill(url)
      if (platform) {
        await dialog(page).getByRole('combobox', { name: 'Platform' }).fill(platform)
        await page.getByRole('option', { name: platform }).click()
      }
      await dialog(page).getByRole('button', { name: 'Add' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      // Closing a dialog returns the focus to the button that opened it.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Add link')
    }
    await expect
      .poll(() => preview.locator('li b').allTextContents())
      .toEqual(['Instagram', 'YouTube'])

    const [first, second] = await list<{ id: number }>('/bio/link')
    const over = (place: number | undefined) =>
      page.getByText(new RegExp(`moved over droppable area ${place}`))
    await page.getByRole('button', { name: 'Move YouTube' }).focus()
    await page.keyboard.press('Space')
    await over(second?.id).waitFor({ state: 'attached' })
    // A key press is lost before the list listens; the first place has none above it.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowUp')
        return over(first?.id).count()
      })
      .toBe(1)
    await page.keyboard.press('Space')
    await vi.waitFor(async () =>
      expect((await list<{ type: string }>('/bio/link')).map(({ type }) => type)).toEqual([
        'youtube',
        'instagram',
      ]),
    )
    // The list may still be moving, so a click could miss.
    await page.getByLabel('Show Instagram').press('Space')
    await preview.getByText('Instagram', { exact: true }).waitFor({ state: 'detached' })
    const address = await page.getByRole('link', { name: /^Open @/ }).getAttribute('href')
    const read = async () => (await fetch(`${stack.url}${address}`)).text()
    await expect.poll(read).not.toContain('instagram.com/shop')
    expect(await read()).toContain('The little shop')
    const visitor = await browser.newPage({ userAgent: CHROME })
    await visitor.route('https://www.youtube.com/**', (route) => route.fulfill({ body: 'Films' }))
    for (const clicks of ['1 click', '2 clicks']) {
      await visitor.goto(`${stack.url}${address}`)
      await visitor.getByRole('link', { name: 'YouTube' }).click()
      await visitor.waitForURL('https://www.youtube.com/@shop')
      await page.reload()
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('switch') })
      await expect
        .poll(() => rows.allTextContents())
        .toEqual([
          expect.stringMatching(`^YouTube.*${clicks}$`),
          expect.stringMatching(/^Instagram.*0 clicks$/),
        ])
    }
    await visitor.close()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the team', () => {
  it('is renamed in the settings, with immediate effect everywhere', async () => {
    const { page, complaints, close } = await open('/settings')
    await page.getByLabel('Name').fill('Well organized')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Well organized' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
