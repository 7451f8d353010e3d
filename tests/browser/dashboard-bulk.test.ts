import { describe, expect, it } from 'vitest'
import type { Page as ListPage } from '../teams.ts'
import { expectAccessible } from './dashboard.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  links,
  open,
  page,
  pick,
  row,
  rows,
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
    await page.getByText('Deleted 2 links').waitFor()
    await expect.poll(told).toEqual([['a3', undefined, 0]])
  })

  it('are imported from a file, with a file of the failed rows, and exported', async () => {
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

  it('are imported with their tags, and missing tags are created', async () => {
    await api('POST', '/tag', { name: 'Red' })
    await open('/links')
    await button('Import / export').click()
    await page.getByRole('menuitem', { name: 'Import a CSV file' }).click()
    const long = 'x'.repeat(65)
    const csv = [
      'url,slug,Tags',
      'https://example.com/1,one,"red, Big"',
      'https://example.com/2,two,',
      `https://example.com/3,three,${long}; red`,
      'https://example.com/4,one,big',
      'https://example.com/5,five,BIG|Red',
    ].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const preview = page.getByRole('table', { name: 'The first links' })
    await preview
      .getByRole('row', { name: /one/ })
      .first()
      .getByText('Big', { exact: true })
      .waitFor()
    await page.getByText('Tags that do not exist yet are created.').waitFor()
    await expectAccessible(page)
    await button('Import 5 links').click()
    await page.getByText('3 of 5 created, 2 failed').waitFor()
    await page.getByText(/^The tag “x+”: /).waitFor()
    const [failed] = await Promise.all([
      page.waitForEvent('download'),
      button('Failed rows').click(),
    ])
    const text = Buffer.concat(await (await failed.createReadStream()).toArray()).toString()
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('url,slug,tags,error')
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[1])
        .sort(),
    ).toEqual(['one', 'three'])
    const tagged = (await links('sort=slug&order=asc')).map(({ slug, tags }) => [
      slug,
      tags.map(({ name }) => name).sort(),
    ])
    expect(tagged).toEqual([
      ['five', ['Big', 'Red']],
      ['one', ['Big', 'Red']],
      ['two', []],
    ])
    const { body } = await api<ListPage<{ name: string }>>('GET', '/tag?sort=name')
    expect(body.items.map(({ name }) => name)).toEqual(['Big', 'Red'])
    expect(dashboard.complaints).toEqual([])
  })
})
