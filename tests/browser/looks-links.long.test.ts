import { describe, expect, it } from 'vitest'
import { expectAccessible, LOOKS } from './dashboard.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  LONG_MS,
  open,
  page,
  pick,
  row,
  useTeams,
} from './links.ts'

const SECTIONS = [
  'UTM parameters',
  'Redirect code',
  'Expiry',
  'Password',
  'Device targeting',
  'Geo targeting',
  'A/B test',
]

useTeams()

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
      await open('/links', { look })
      await row('one').waitFor()
      await expectAccessible(page)
      await page.getByLabel('Select one').check()
      await button('Tag').click()
      await page.getByText('No tags yet').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Actions for one' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: 'QR code' }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await button('Import / export').click()
      await page.getByRole('menuitem', { name: 'Import from a file' }).click()
      await page.getByText('Drop a file here').waitFor()
      await expectAccessible(page)
      const csv = 'Long URL,Ending\nhttps://example.com/1,two\nhttps://example.com/2,one\n,none'
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await pick('Slug', 'Ending', dialog())
      await expectAccessible(page)
      await button('Import 3 links').click()
      await page.getByText('2 of 3 rows cannot be imported').waitFor()
      await expectAccessible(page)
      await button('Import the other 1 link').click()
      await page.getByText('1 of 3 created, 2 failed').waitFor()
      await expectAccessible(page)
      await dashboard.close()
      await open(`/links/${id}/edit`, { look })
      await button('Try it').click()
      await page.locator('output').last().waitFor()
      await expectAccessible(page)
      await dashboard.close()
      await open('/links/new', { look })
      await page.getByRole('textbox', { name: 'Destination' }).fill('nothing like it')
      await button('Create link').last().click()
      await page.getByRole('alert').waitFor()
      await expectAccessible(page)
      expect(dashboard.complaints).toEqual([])
    },
    LONG_MS,
  )

  it(
    'views, changes of selected links and every section of the form are accessible',
    async () => {
      await createLink({ slug: 'one' })
      await api('POST', '/view', { name: 'Expired', page: 'links', query: 'status=expired' })
      await open('/links?sort=title', { look })
      await row('one').waitFor()
      await button('Views').click()
      await button('Delete Expired').click()
      await page.getByText('Delete “Expired” for everyone?').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByLabel('Select one').check()
      await button('More actions').click()
      await page.getByRole('menuitem', { name: 'Expiry…' }).click()
      await dialog().getByText('Empty fields are not changed.').waitFor()
      await expectAccessible(page)
      await dashboard.close()
      await open('/links/new', { look })
      for (const section of SECTIONS) await button(section).click()
      await page.getByLabel('Share of variant 1 in percent').waitFor()
      await expectAccessible(page)
      expect(dashboard.complaints).toEqual([])
    },
    LONG_MS,
  )

  it('the trash is accessible', async () => {
    for (const slug of ['gone', 'rest']) {
      const { id } = await createLink({ slug, title: `The link ${slug}` })
      await api('DELETE', `/link/${id}`)
    }
    await open('/trash', { look })
    await page.getByText('The link rest').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Delete .*\/gone permanently$/ }).click()
    await dialog().getByText('The link can no longer be restored.').waitFor()
    await expectAccessible(page)
    expect(dashboard.complaints).toEqual([])
  })

  it('the page of a link is accessible', async () => {
    const { id } = await createLink({ slug: 'home', title: 'The home page', expires_after: 9 })
    expect((await api('PUT', `/link/${id}`, { title: 'The new page' })).status).toBe(200)
    await open(`/links/${id}`, { look })
    await page.getByRole('heading', { name: 'The new page' }).waitFor()
    await page.getByRole('region', { name: 'History' }).getByRole('listitem').nth(1).waitFor()
    await expectAccessible(page)
    await page.route('**/api/link/*', () => {})
    await page.reload()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await expectAccessible(page)
    await page.unrouteAll()
    await api('DELETE', `/link/${id}`)
    await page.reload()
    await page.getByText('This link cannot be shown').waitFor()
    await expectAccessible(page)
    expect(dashboard.complaints).toEqual([])
  })
})
