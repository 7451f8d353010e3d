import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Page as ListPage, newTeam, unique } from '../teams.ts'
import { expectAccessible } from './dashboard.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  type Link,
  links,
  open,
  page,
  pick,
  row,
  rows,
  useTeams,
} from './links.ts'

useTeams()

const FILES = join(import.meta.dirname, '../sources')

/** Opens the import with a file of these lines. */
async function choose(lines: readonly string[], name = 'links.csv'): Promise<void> {
  await button('Import / export').click()
  await page.getByRole('menuitem', { name: 'Import from a file' }).click()
  const buffer = Buffer.from(lines.join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** The text of the file that a button or menu item downloads. */
async function downloaded(click: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return Buffer.concat(await (await file.createReadStream()).toArray()).toString()
}

const faults = async () => {
  const table = page.getByRole('table', { name: 'Rows with errors' })
  const cells = await table.getByRole('row').allInnerTexts()
  return cells.slice(1).map((text) => text.split('\t').map((cell) => cell.trim()))
}
const slugs = async () => (await links('sort=slug&order=asc')).map(({ slug }) => slug)

describe('a file', () => {
  it('is checked before its links are created, and the rows with errors can be mended', async () => {
    await createLink({ slug: 'taken' })
    await open('/links')
    await choose([
      'Name,Long URL,Ending',
      'One,https://example.com/1,one',
      '',
      'Two,https://example.com/2,taken',
      'Three,javascript:alert(1),three',
      'Four,https://example.com/4,one',
      'Five,,five',
    ])
    await pick('Slug', 'Ending', dialog())
    await button('Import 5 links').click()
    await page.getByText('4 of 5 rows cannot be imported').waitFor()
    expect(await faults()).toEqual([
      ['3', 'Slug "taken" is taken'],
      ['4', expect.stringMatching(/^Destination must /)],
      ['5', 'Slug is used by an earlier row, too'],
      ['6', 'Destination is required'],
    ])
    expect(await slugs()).toEqual(['taken'])
    await expectAccessible(page)
    await button('Import the other 1 link').click()
    await page.getByText('1 of 5 created, 4 failed').waitFor()
    expect((await faults()).map(([number]) => number)).toEqual(['3', '4', '5', '6'])
    const text = await downloaded(() => button('Failed rows').click())
    const [header, first] = text.split('\r\n')
    expect(header).toBe('\uFEFFName,Long URL,Ending,row,error')
    expect(first).toBe('Two,https://example.com/2,taken,3,"Slug: ""taken"" is taken"')
    await button('Done').click()
    await row('one').waitFor()

    await choose(text.replace(',taken,', ',mended,').split('\r\n').slice(0, 2), 'failed.csv')
    await pick('Slug', 'Ending', dialog())
    await button('Import 1 link').click()
    await page.getByText('1 of 1 created').waitFor()
    expect(await slugs()).toEqual(['mended', 'one', 'taken'])
    expect(dashboard.complaints).toEqual([])
  })

  it('without a header is imported with its first row, once its columns are chosen', async () => {
    await open('/links')
    await choose(['https://example.com/1,one', 'https://example.com/2,two'])
    await page.getByRole('table', { name: 'First rows of the file' }).getByText('two').waitFor()
    await expectAccessible(page)
    expect(await button('Import 2 links').isDisabled()).toBe(true)
    await pick('Destination *', 'column 1', dialog())
    await pick('Slug', 'column 2', dialog())
    await button('Import 2 links').click()
    await page.getByText('2 of 2 created').waitFor()
    expect(await slugs()).toEqual(['one', 'two'])
    expect(dashboard.complaints).toEqual([])
  })

  it('of another service is imported as it is, and what is left out is named before', async () => {
    await open('/links')
    await choose([await readFile(join(FILES, 'bitly-ui.csv'), 'utf8')], 'bitly.csv')
    await page.getByText('Total Clicks (5), Campaign (2)').waitFor()
    await button('Import 7 links').click()
    await page.getByText('7 of 7 rows cannot be imported').waitFor()
    await button('Use the default domain for all rows').click()
    await button('Import 7 links').click()
    await page.getByText('1 of 7 rows cannot be imported').waitFor()
    await button('Make the domain case-sensitive').click()
    await page.getByRole('table', { name: 'Preview' }).waitFor()
    await button('Import 7 links').click()
    await page.getByText('7 of 7 created').waitFor()
    expect(await slugs()).toEqual(expect.arrayContaining(['3xYz12a', '3XyZ12A', 'fruehling']))
    expect(dashboard.complaints).toEqual([])
  })

  it('is imported with its folders and tags, and missing ones are created', async () => {
    await api('POST', '/tag', { name: 'Red' })
    await open('/links')
    const long = 'x'.repeat(65)
    await choose([
      'url,slug,Tags,folder',
      'https://example.com/1,one,"red, Big",Print',
      'https://example.com/2,two,,',
      `https://example.com/3,three,${long}; red,print`,
      'https://example.com/5,five,BIG|Red,PRINT',
    ])
    const preview = page.getByRole('table', { name: 'Preview' })
    await preview.getByRole('row', { name: /one/ }).getByText('Big', { exact: true }).waitFor()
    await page.getByText('Folders and tags that do not exist yet are created.').waitFor()
    await button('Import 4 links').click()
    await page.getByText('1 of 4 rows cannot be imported').waitFor()
    expect(await faults()).toEqual([['4', expect.stringMatching(/^Tags "x+" must not be longer/)]])
    await button('Import the other 3 links').click()
    await page.getByText('3 of 4 created, 1 failed').waitFor()
    const made = (await links('sort=slug&order=asc')).map(({ slug, folder, tags }) => [
      slug,
      folder?.name,
      tags.map(({ name }) => name).sort(),
    ])
    expect(made).toEqual([
      ['five', 'Print', ['Big', 'Red']],
      ['one', 'Print', ['Big', 'Red']],
      ['two', undefined, []],
    ])
    const { body } = await api<ListPage<{ name: string }>>('GET', '/tag?sort=name')
    expect(body.items.map(({ name }) => name)).toEqual(['Big', 'Red'])
    expect(dashboard.complaints).toEqual([])
  })
})

/** Fields of a link that another team and time give it. */
const OTHERS = ['id', 'org_id', 'organization_id', 'user_id', 'domain', 'domain_id', 'short_url']
const TIMES = ['created_at', 'updated_at', 'clicked_at']

/** A link without ids and times. */
const contentOf = (link: Link) =>
  JSON.parse(
    JSON.stringify(link, (key, value) =>
      [...OTHERS, ...TIMES, 'folder_id'].includes(key) ? undefined : value,
    ),
  )

describe.each(['CSV', 'JSON lines'])('an export as %s', (format) => {
  it('is imported by another team with every field', async () => {
    const label = async (kind: string, name: string) =>
      (await api<{ id: number }>('POST', `/${kind}`, { name })).body.id
    const full = await createLink({
      slug: 'Full',
      url: 'https://example.com/a?b=c,d;e',
      title: '=1+1, "quoted"',
      folder_id: await label('folder', 'Spring; "2027"'),
      tags: [await label('tag', '=news'), await label('tag', 'a, b'), await label('tag', 'c|d;e')],
      redirect_code: 301,
      expires_at: '2031-02-03T04:05:06.789Z',
      expires_after: 12,
      expire_url: 'https://example.com/over',
      ios: 'https://apps.apple.com/app/id1',
      android: 'https://play.google.com/store/apps/details?id=x',
      utm_source: '-s',
      utm_medium: '@m',
      utm_campaign: ' c ',
      utm_term: "'t",
      utm_content: 'ü',
      utm_reference: 'r',
    })
    const ab = [{ url: 'https://example.com/2?x="y",z', percent: 100 / 3 }]
    const geo = ['DE', 'US'].map((country) => ({ url: `https://example.com/${country}`, country }))
    await api('PUT', `/link/${full.id}/ab`, { items: ab })
    await api('PUT', `/link/${full.id}/geo`, { items: geo })
    await createLink({ slug: 'plain', title: "'=kept" })
    await createLink({ slug: 'secret', password: 'open sesame' })
    const sent = (await links('sort=slug&order=asc')).map(contentOf)
    const unlocked = sent.map((link) => ({ ...link, has_password: false }))
    await open('/links')
    await button('Import / export').click()
    const item = page.getByRole('menuitem', { name: `Export as ${format}` })
    const text = await downloaded(() => item.click())
    await dashboard.close()

    const other = await newTeam(unique('Other'))
    await other.api('POST', '/domain', { name: `${unique('go')}.example.com` })
    await open('/links', { key: other.key })
    await choose([text], format === 'CSV' ? 'links.csv' : 'links.ndjson')
    const first = format === 'CSV' ? 2 : 1
    await button('Import 3 links').click()
    await page.getByText('3 of 3 rows cannot be imported').waitFor()
    expect(await faults()).toEqual([
      [`${first}`, 'Domain there is no such domain'],
      [`${first + 1}`, 'Domain there is no such domain'],
      [`${first + 2}`, expect.stringMatching('an export does not contain the password')],
    ])
    await button('Use the default domain for all rows').click()
    await button('Import 3 links').click()
    await page.getByText('1 of 3 rows cannot be imported').waitFor()
    await button('Import without passwords').click()
    await button('Import 3 links').click()
    await page.getByText('3 of 3 created').waitFor()

    const { body } = await other.api<ListPage<Link>>('GET', '/link?sort=slug&order=asc')
    expect(body.items.map(contentOf)).toEqual(unlocked)
    expect(dashboard.complaints).toEqual([])
  })
})

describe('an import', () => {
  it('is undone after a reload, and links that were changed since are kept until chosen', async () => {
    await createLink({ slug: 'before' })
    await open('/links')
    await choose(['url,slug', 'https://e.com/1,one', 'https://e.com/2,two', 'https://e.com/3,six'])
    await button('Import 3 links').click()
    await page.getByText('3 of 3 created').waitFor()
    const [changed] = await links('search=two')
    await api('PUT', `/link/${changed?.id}`, { title: 'Changed' })
    await page.reload()
    await row('one').waitFor()
    await button('Import / export').click()
    await page.getByRole('menuitem', { name: 'Undo import of links.csv' }).click()
    await page.getByText('3 of 3 created').waitFor()
    await expectAccessible(page)
    await button('Undo import').click()
    await page.getByText('Deleted 2 links').waitFor()
    await page.getByText('1 link changed since the import was kept').waitFor()
    await dialog()
      .getByRole('link', { name: /\/two$/ })
      .waitFor()
    await expectAccessible(page)
    expect(await slugs()).toEqual(['before', 'two'])
    await button('Delete it, too').click()
    await page.getByText('Deleted 3 links').waitFor()
    expect(await slugs()).toEqual(['before'])
    await button('Done').click()
    await expect.poll(() => rows().count()).toBe(1)
    await button('Import / export').click()
    await page.getByRole('menuitem', { name: 'Import from a file' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /^Undo import/ }).count()).toBe(0)
    expect((await api<ListPage<object>>('GET', '/link/trash')).body.total).toBe(3)
    expect(dashboard.complaints).toEqual([])
  })
})
