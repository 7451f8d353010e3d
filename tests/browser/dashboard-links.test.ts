import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, customer, stack, visit } from '../stack.ts'
import { type Customer, type Page as ListPage, newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { type Dashboard, expectAccessible, LOOKS, openDashboard } from './dashboard.ts'

interface Link {
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

/** As long as a busy machine may take for a form of thirty fields, or four dialogs held against axe. */
const LONG_MS = 300_000

let browser: Browser
let api: Customer
let apiKey: string
let domain_id: number
let dashboard: Dashboard
let page: Page

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** A team of its own for each test, so that lists hold what the test put there. */
beforeEach(async () => {
  const team = await newTeam(unique('Dashboard'))
  ;({ api, key: apiKey } = team)
  const name = `${unique('go')}.localhost`
  const made = await admin<{ id: number }>('domain', 'add', name, '--org', team.orgId, '--verified')
  domain_id = Number(made.id)
  return () => dashboard?.close()
})

async function open(path: string, look = LOOKS[0] as (typeof LOOKS)[number]): Promise<void> {
  dashboard = await openDashboard(browser, path, { apiKey, look })
  page = dashboard.page
}
const createLink = async (fields: object = {}): Promise<Link> => {
  const body = { url: 'https://example.com/', domain_id, title: 'x', ...fields }
  const answer = await api<Link>('POST', '/link', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const links = async (query = ''): Promise<Link[]> =>
  (await api<ListPage<Link>>('GET', `/link?limit=100&${query}`)).body.items
const onlyLink = async (): Promise<Link> => {
  const [link] = await links()
  if (!link) throw new Error('There is no link')
  return link
}
const rows = () => page.locator('[role=rowgroup] [role=row]:not([hidden])')
const row = (slug: string) =>
  rows().filter({ has: page.getByLabel(`Select ${slug}`, { exact: true }) })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const section = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
/** A field by its label, in the dialog when there is one. */
const field = (label: string, within: Page | Locator = page) =>
  within.getByLabel(label, { exact: true }).and(page.locator('input'))
const dialog = () => page.getByRole('dialog')
const pick = async (label: string, option: string, within: Page | Locator = page) => {
  await field(label, within).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('making a link', () => {
  it(
    'takes everything that a link can have, and stores it as it was typed',
    async () => {
      await open('/links')
      await page.getByText('Your first short link').waitFor()
      await page.keyboard.press('c')
      await page
        .getByLabel('Destination', { exact: false })
        .first()
        .fill('https://shop.example/a?b=1')
      await page.getByLabel('Slug').fill('summer')
      await page.getByText('Free to take').waitFor()
      await page.getByLabel('Title').fill('Summer sale')
      await field('Folder', dialog()).fill('Campaigns')
      await page.getByRole('option', { name: 'Create “Campaigns”' }).click()
      await field('Tags', dialog()).fill('mail')
      await page.getByRole('option', { name: 'Create “mail”' }).click()

      await section('UTM').click()
      await page.getByLabel('utm_source').fill('newsletter')
      await page.getByLabel('utm_reference').fill('p 7')
      await page
        .getByText('https://shop.example/a?b=1&utm_source=newsletter&utm_reference=p+7')
        .waitFor()
      await section('A/B').click()
      await button('Add a variant').click()
      await page.getByLabel('Destination of variant 1').fill('https://shop.example/b')
      await button('Add a variant').click()
      await page.getByLabel('Destination of variant 2').fill('https://shop.example/c')
      await page.getByLabel('Share of variant 2 in percent').fill('30')
      await page.getByLabel('Share of variant 1 in percent').fill('90')
      await section('By country').click()
      await button('Add a country').click()
      await page.getByPlaceholder('Country').fill('Czech')
      await page.getByRole('option', { name: 'Czechia' }).click()
      await page.getByLabel('Destination of country 1').fill('https://shop.example/cz')
      await section('Phones').click()
      await page.getByLabel('iPhone and iPad').fill('https://apps.apple.com/app/id1')
      await page.getByLabel('Android').fill('https://play.google.com/store/apps/details?id=a')
      await section('Expiry').click()
      await page.getByLabel('At a time').fill('2040-05-06T07:08')
      await page.getByLabel('After clicks').fill('1000')
      await page.getByLabel('Then lead to').fill('https://shop.example/over')
      await section('Password').click()
      await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
      await section('Redirect code').click()
      await page.getByText('Browsers remember it').waitFor()
      await page.getByLabel('301, permanent').check()
      await button('Create link').last().click()
      await row('summer').waitFor()

      const { id } = await onlyLink()
      expect((await api<Link>('GET', `/link/${id}`)).body).toMatchObject({
        url: 'https://shop.example/a?b=1',
        slug: 'summer',
        title: 'Summer sale',
        folder: { name: 'Campaigns' },
        tags: [{ name: 'mail' }],
        utm_source: 'newsletter',
        utm_medium: null,
        utm_reference: 'p 7',
        ab: [
          { url: 'https://shop.example/b', percent: 70 },
          { url: 'https://shop.example/c', percent: 30 },
        ],
        geo: [{ url: 'https://shop.example/cz', country: 'CZ' }],
        ios: 'https://apps.apple.com/app/id1',
        android: 'https://play.google.com/store/apps/details?id=a',
        expires_at: new Date('2040-05-06T07:08').toISOString(),
        expires_after: 1000,
        expire_url: 'https://shop.example/over',
        has_password: true,
        redirect_code: 301,
      })
      expect(dashboard.complaints).toEqual([])
    },
    LONG_MS,
  )

  it('says while one types that a slug is taken, and shows what the API refuses at its field', async () => {
    await createLink({ slug: 'taken' })
    await open('/links/new')
    await page.getByLabel('Slug').fill('taken')
    await page.getByText('is taken on this domain').waitFor()
    await page.getByLabel('Slug').fill('docs')
    await page.getByText('is a word that the service needs itself').waitFor()
    await page.getByLabel('Slug').fill('')
    await page.getByLabel('Destination').first().fill('javascript:alert(1)')
    await button('Create link').last().click()
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByLabel('Destination').first().getAttribute('aria-invalid')).toBe('true')
    expect(await links()).toHaveLength(1)
  })

  it('begins as a copy of another, with a slug of its own', async () => {
    const first = await createLink({ slug: 'one', utm_source: 'a', title: 'Both' })
    await api('PUT', `/link/${first.id}/geo`, {
      items: [{ url: 'https://example.com/de', country: 'DE' }],
    })
    await open('/links')
    await page.getByRole('button', { name: 'Actions for one' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByLabel('Slug').fill('two')
    await button('Create link').last().click()
    await row('two').waitFor()
    const second = (await links()).find(({ slug }) => slug === 'two')
    expect(second).toMatchObject({
      title: 'Both',
      utm_source: 'a',
      geo: [{ url: 'https://example.com/de', country: 'DE' }],
    })
  })
})

describe('changing a link', () => {
  it('sends only what was changed, so that what others changed meanwhile stays', async () => {
    const { id } = await createLink({ slug: 'mine', title: 'Old', utm_source: 'a', password: 'x' })
    await open(`/links/${id}`)
    await page.getByLabel('Title').fill('New')
    await api('PUT', `/link/${id}`, { utm_source: 'b' })
    await button('Remove the password').click()
    await button('Save').click()
    await page.getByText(/^Saved /).waitFor()
    expect(await onlyLink()).toMatchObject({ title: 'New', utm_source: 'b', has_password: false })
    expect(new URL(page.url()).pathname).toBe('/app/links')
  })

  it('shows who goes where, and by which rule', async () => {
    const { id } = await createLink({
      ios: 'https://example.com/ios',
      expires_at: '2040-01-01T00:00:00Z',
    })
    await api('PUT', `/link/${id}/geo`, {
      items: [{ url: 'https://example.com/cz', country: 'CZ' }],
    })
    await open(`/links/${id}`)
    const answer = page.getByRole('region', { name: 'Who goes where' }).locator('output')
    const ask = async () => {
      await button('Try it').click()
    }
    await ask()
    await answer.getByText('To the main destination.').waitFor()
    await field('Visitor from').fill('Czech')
    await page.getByRole('option', { name: 'Czechia' }).click()
    await ask()
    await answer.getByText('https://example.com/cz').waitFor()
    await pick('On', 'An iPhone')
    await ask()
    await answer.getByText('https://example.com/ios').waitFor()
    await page.getByLabel('At', { exact: true }).fill('2041-01-01T00:00')
    await ask()
    await answer.getByText('Expired: to a page that says so.').waitFor()
    expect(dashboard.complaints).toEqual([])
  })
})

describe('the list', () => {
  it('searches, filters and sorts, and its address shows the same to somebody else', async () => {
    const folder = (await api<{ id: number }>('POST', '/folder', { name: 'Print' })).body.id
    const tag = (await api<{ id: number }>('POST', '/tag', { name: 'red' })).body.id
    await createLink({ slug: 'apple', folder_id: folder, tags: [tag] })
    await createLink({ slug: 'apricot', tags: [tag] })
    await createLink({ slug: 'cherry', expires_at: '2020-01-01T00:00:00Z' })
    await open('/links')
    await expect.poll(() => rows().count()).toBe(3)
    await page.keyboard.press('/')
    await page.keyboard.type('ap')
    await expect.poll(() => rows().count()).toBe(2)
    await pick('Folder', 'Print')
    await expect.poll(() => rows().count()).toBe(1)
    expect(new URL(page.url()).searchParams.toString()).toBe(`search=ap&folder=${folder}`)

    const other = await openDashboard(browser, `/links?search=ap&tags=${tag}&sort=slug`, { apiKey })
    const slugs = other.page.locator('[role=rowgroup] [role=row] a')
    await expect.poll(() => slugs.allTextContents()).toHaveLength(2)
    expect((await slugs.allTextContents()).map((it) => it.split('/')[1])).toEqual([
      'apple',
      'apricot',
    ])
    await other.page.goto(other.page.url().replace(/search.*/, 'status=expired'))
    await expect.poll(() => slugs.allTextContents()).toEqual([expect.stringContaining('cherry')])
    await other.close()

    await page.getByLabel('Search links').fill('nothing like it')
    await button('Show all links').click()
    await expect.poll(() => rows().count()).toBe(3)
  })

  it('shows clicks and the last one, and copies the short URL', async () => {
    const ours = customer()
    const { body: domains } = await ours<ListPage<{ id: number }>>('GET', '/domain')
    const slug = unique('clicked')
    const body = { url: 'https://example.com/', domain_id: domains.items[0]?.id, slug, title: 'x' }
    const { body: link } = await ours<{ id: string; short_url: string }>('POST', '/link', body)
    await visit(link.short_url)
    await expect.poll(async () => (await ours<Link>('GET', `/link/${link.id}`)).body.clicks).toBe(1)
    apiKey = stack.apiKey
    await open(`/links?search=${slug}`)
    await row(slug).locator('time').waitFor()
    expect(await row(slug).locator('[role=cell]').nth(3).textContent()).toBe('1')
    await page.getByRole('button', { name: `Copy ${link.short_url}` }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.short_url)
  })

  it('gives a QR code in colour as SVG and PNG', async () => {
    await createLink({ slug: 'code' })
    await open('/links')
    await page.getByRole('button', { name: 'Actions for code' }).click()
    await page.getByRole('menuitem', { name: 'QR code' }).click()
    await page.getByRole('img', { name: /^QR code that leads to/ }).waitFor()
    await page.getByLabel('Colour', { exact: true }).fill('#b4441c')
    for (const [name, begins] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
      const chunks = await (await download.createReadStream()).toArray()
      const content = Buffer.concat(chunks).toString('latin1')
      expect(content.startsWith(begins)).toBe(true)
      if (name === 'SVG') expect(content).toContain('#b4441c')
    }
    expect(dashboard.complaints).toEqual([])
  })

  it('deletes, and takes it back', async () => {
    await createLink({ slug: 'stays' })
    await createLink({ slug: 'goes' })
    await open('/links')
    for (const slug of ['stays', 'goes']) {
      await page.getByRole('button', { name: `Actions for ${slug}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await row(slug).waitFor({ state: 'hidden' })
      if (slug === 'stays') {
        await button('Undo').click()
        await row('stays').waitFor()
      }
    }
    await expect.poll(async () => (await links()).map(({ slug }) => slug)).toEqual(['stays'])
  })

  it('deletes also when the page is left before the offer to undo is over', async () => {
    await createLink({ slug: 'goes' })
    await open('/links')
    await page.getByRole('button', { name: 'Actions for goes' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button('Undo').waitFor()
    await page.goto('about:blank')
    await expect.poll(() => links()).toEqual([])
  })
})

describe('many links', () => {
  it('are moved, tagged and deleted together', async () => {
    await api('POST', '/folder', { name: 'Print' })
    await api('POST', '/tag', { name: 'red' })
    for (const slug of ['a1', 'a2', 'a3']) await createLink({ slug })
    await open('/links')
    const choose = async () => {
      for (const slug of ['a1', 'a2']) await page.getByLabel(`Select ${slug}`).check()
      await page.getByText('2 links selected').waitFor()
    }
    await row('a3').waitFor()
    await choose()
    await button('Move').click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await page.getByText('Moved 2 links to Print').waitFor()
    await choose()
    await button('Tag').click()
    await page.getByRole('menuitem', { name: 'red' }).click()
    await page.getByText('Tagged 2 links red').waitFor()
    const told = async () =>
      (await links('sort=slug&order=asc')).map((it) => [it.slug, it.folder?.name, it.tags.length])
    expect(await told()).toEqual([
      ['a1', 'Print', 1],
      ['a2', 'Print', 1],
      ['a3', undefined, 0],
    ])
    await page.getByLabel('Select the loaded links').check()
    await page.getByText('3 links selected').waitFor()
    await page.getByLabel('Select a3').uncheck()
    await button('Delete').click()
    await expect.poll(told).toEqual([['a3', undefined, 0]])
  })

  it('come in from a file, with what failed as a file, and go out as one', async () => {
    await createLink({ slug: 'taken' })
    await open('/links')
    await button('Import / export').click()
    await page.getByRole('menuitem', { name: 'Import a CSV file' }).click()
    const csv = [
      'Name,Long URL,Ending',
      'One,https://example.com/1,one',
      'Two,https://example.com/2,taken',
      'Three,javascript:alert(1),three',
      'Four,https://example.com/4,',
      'Five,,five',
    ].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('left out: 1 line').waitFor()
    await pick('Slug', 'Ending', dialog())
    await button('Import 4 links').click()
    await page.getByText('2 of 4 created, 2 failed').waitFor()
    const [failed] = await Promise.all([
      page.waitForEvent('download'),
      button('Failed rows').click(),
    ])
    const text = Buffer.concat(await (await failed.createReadStream()).toArray()).toString()
    expect(text.split('\r\n').map((line) => line.split(',').slice(0, 2))).toEqual([
      ['url', 'slug'],
      ['https://example.com/2', 'taken'],
      ['javascript:alert(1)', 'three'],
    ])
    await button('Done').click()
    await expect.poll(() => rows().count()).toBe(3)

    await button('Import / export').click()
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ])
    const lines = Buffer.concat(await (await exported.createReadStream()).toArray()).toString()
    expect(lines.trim().split(/\r?\n/)).toHaveLength(4)
    expect(dashboard.complaints).toEqual([])
  })
})

describe.each(LOOKS)('$name', (look) => {
  it(
    'list, editor, QR code and import are accessible',
    async () => {
      const { id } = await createLink({
        slug: 'one',
        utm_source: 'a',
        expires_at: '2020-01-01T00:00:00Z',
      })
      await api('PUT', `/link/${id}/ab`, { items: [{ url: 'https://example.com/b', percent: 20 }] })
      await open('/links', look)
      await row('one').waitFor()
      await expectAccessible(page)
      await page.getByLabel('Select one').check()
      await page.getByRole('button', { name: 'Actions for one' }).click()
      await page.getByRole('menuitem', { name: 'QR code' }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await button('Import / export').click()
      await page.getByRole('menuitem', { name: 'Import a CSV file' }).click()
      await page.getByText('Drop a CSV file here').waitFor()
      await expectAccessible(page)
      const csv = 'Long URL,Ending\nhttps://example.com/1,two\nhttps://example.com/2,one\n,none'
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await pick('Slug', 'Ending', dialog())
      await expectAccessible(page)
      await button('Import 2 links').click()
      await page.getByText('1 of 2 created, 1 failed').waitFor()
      await expectAccessible(page)
      await dashboard.close()
      await open(`/links/${id}`, look)
      await button('Try it').click()
      await page.locator('output').last().waitFor()
      await expectAccessible(page)
      expect(dashboard.complaints).toEqual([])
    },
    LONG_MS,
  )
})
