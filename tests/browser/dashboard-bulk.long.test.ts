import { describe, expect, it } from 'vitest'
import { unique } from '../teams.ts'
import { expectAccessible } from './dashboard.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  field,
  links,
  open,
  page,
  pick,
  row,
  useTeams,
} from './links.ts'

useTeams()

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
    const rows = async () =>
      (await links('sort=slug&order=asc')).map((it) => [it.slug, it.folder?.name, it.tags.length])
    expect(await rows()).toEqual([
      ['a1', 'Print', 1],
      ['a2', 'Print', 1],
      ['a3', undefined, 0],
    ])
    await page.getByLabel('Select the loaded links').check()
    await page.getByText('3 links selected').waitFor()
    await page.getByLabel('Select a3').uncheck()
    await button('Delete').click()
    await page.getByText('Deleted 2 links').waitFor()
    await expect.poll(rows).toEqual([['a3', undefined, 0]])
  })

  it('get and lose tags, and fields are set and cleared together', async () => {
    const { body: tag } = await api<{ id: number }>('POST', '/tag', { name: 'red' })
    for (const slug of ['a1', 'a2']) {
      await createLink({ slug, tags: [tag.id], utm_term: slug, expires_after: 5 })
    }
    await open('/links')
    await row('a2').waitFor()
    const choose = async () => {
      await page.getByLabel('Select the loaded links').check()
      await page.getByText('2 links selected').waitFor()
    }
    await choose()
    await button('Untag').click()
    await page.getByRole('menuitem', { name: 'red' }).click()
    await page.getByText('Removed red from 2 links').waitFor()

    await choose()
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'UTM parameters' }).click()
    await field('utm_source').fill(' print ')
    await page.getByLabel('Clear utm_term').check()
    await expectAccessible(page)
    await button('Change 2 links').click()
    await page.getByText('Changed 2 links').waitFor()

    await choose()
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Expiry' }).click()
    await field('Expiry URL').fill('https://')
    await page.getByLabel('Clear Click limit').check()
    await button('Change 2 links').click()
    await page.getByText('Check this field').waitFor()
    await field('Expiry URL').fill('example.com/over')
    await field('Expires on').fill('2031-02-03T04:05')
    await button('Change 2 links').click()
    await dialog().waitFor({ state: 'detached' })
    for (const link of await links()) {
      expect(link).toMatchObject({
        tags: [],
        utm_source: 'print',
        utm_term: null,
        expires_after: 0,
        expire_url: 'https://example.com/over',
        expires_at: expect.stringMatching(/^2031-02-0[234]T/),
      })
    }
    expect(dashboard.complaints).toEqual([])
  })

  it('are moved to another domain, and those whose slug is taken are named and stay', async () => {
    const name = `${unique('to')}.example.com`
    const { body: domain } = await api<{ id: number }>('POST', '/domain', { name })
    for (const slug of ['a1', 'a2', 'a3']) await createLink({ slug })
    await createLink({ slug: 'a2', domain_id: domain.id, title: 'The other' })
    await open('/links')
    await row('a3').waitFor()
    for (const slug of ['a1', 'a3']) await page.getByLabel(`Select ${slug}`).check()
    await page.getByLabel('Select a2').last().check()
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Domain' }).click()
    await pick('Domain', name, dialog())
    await expectAccessible(page)
    await button('Change 3 links').click()
    await page.getByText('Changed 2 links').waitFor()
    await page.getByRole('table', { name: 'Failed links' }).getByText('is taken').waitFor()
    await page.getByRole('dialog', { name: '1 link failed' }).waitFor()
    await expectAccessible(page)
    await button('Done').click()
    await page.getByText('1 link selected').waitFor()
    const at = (await links('sort=slug&order=asc')).filter((it) => it.domain === name)
    expect(at.map(({ slug }) => slug)).toEqual(['a1', 'a2', 'a3'])
    expect(dashboard.complaints).toEqual([])
  })

  it('are exported, and their QR codes are saved as a ZIP file', async () => {
    for (const slug of ['a1', 'a2', 'a3']) await createLink({ slug })
    await open('/links')
    await row('a3').waitFor()
    for (const slug of ['a1', 'a3']) await page.getByLabel(`Select ${slug}`).check()
    const saved = async (item: string) => {
      await button('More actions').click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return Buffer.concat(await (await file.createReadStream()).toArray())
    }
    const csv = (await saved('Export as CSV')).toString()
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    expect(csv).not.toContain('/a2')
    for (const format of ['SVG', 'PNG']) {
      const zip = await saved(`QR codes as ${format}`)
      expect(zip.subarray(0, 2).toString()).toBe('PK')
      for (const slug of ['a1', 'a3']) {
        expect(zip.includes(`${slug}.${format.toLowerCase()}`)).toBe(true)
      }
      expect(zip.includes('a2.')).toBe(false)
    }
    await page.getByText('2 links selected').waitFor()
    expect(dashboard.complaints).toEqual([])
  })
})
