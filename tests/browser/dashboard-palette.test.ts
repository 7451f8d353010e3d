import { describe, expect, it } from 'vitest'
import { expectAccessible, LOOKS } from './dashboard.ts'
import {
  api,
  createLink,
  dashboard,
  dialog,
  type Link,
  open,
  page,
  row,
  useTeams,
} from './links.ts'

useTeams()

const input = () => page.getByRole('combobox', { name: 'Find links, pages and actions' })
const options = () => page.getByRole('option')
const active = () => page.getByRole('option', { selected: true })
/** The option that a screen reader announces. */
const announced = () =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id && document.getElementById(id)?.textContent
  })

const paletteOn = async (path: string) => {
  await open(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await input().waitFor()
}

describe('the command palette', () => {
  it('opens a link that was typed and confirmed before it was found', async () => {
    const link = await createLink({ slug: 'autumn', title: 'Sale' })
    await createLink({ slug: 'autumn-2', title: 'Later' })
    await paletteOn('/folders')
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/link?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.keyboard.type('autumn')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/app/folders')
    answer.resolve()
    await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/app/links/${link.id}`)
    await input().waitFor({ state: 'detached' })
    expect(dashboard.complaints).toEqual([])
  })

  it('finds links by slug, title, destination and short URL, and drops outdated answers', async () => {
    const link = await createLink({
      slug: 'zebra',
      title: 'Stripes',
      url: 'https://zoo.test/africa',
    })
    await createLink({ slug: 'zoo', title: 'Animals' })
    await paletteOn('/folders')
    for (const words of ['zebra', 'strip', 'zoo.test/afr', `${link.short_url}`]) {
      await input().fill(words)
      await page.getByRole('option', { name: 'Stripes' }).waitFor()
      await expect.poll(() => page.getByRole('option', { name: 'Animals' }).count()).toBe(0)
    }
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/link?*search=z&*', async (route) => {
      await answer.promise
      await route.continue().catch(() => undefined)
    })
    const asked = page.waitForRequest('**/api/link?*search=z&*')
    await input().fill('z')
    await asked
    await input().fill('zebra')
    await page.getByRole('option', { name: 'Stripes' }).waitFor()
    answer.resolve()
    await page.getByRole('status').getByText('2 results').waitFor({ state: 'attached' })
    expect(await page.getByRole('option', { name: 'Animals' }).count()).toBe(0)
    expect(dashboard.complaints).toEqual([])
  })

  it('acts on a link: edits, copies, shows the QR code and the analytics', async () => {
    const link = await createLink({ slug: 'acted' })
    await paletteOn('/folders')
    const toActions = async () => {
      await input().waitFor()
      await page.keyboard.type('acted')
      await page.getByRole('option', { name: 'x', exact: false }).first().waitFor()
      await page.keyboard.press('Tab')
      await page.getByRole('option', { name: 'Copy short URL' }).waitFor()
    }
    await toActions()
    await expectAccessible(page)
    await page.keyboard.type('copy')
    await page.keyboard.press('Enter')
    await page.getByText(`Copied ${link.short_url}`).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.short_url)

    await page.keyboard.press('Control+k')
    await toActions()
    await page.keyboard.press('Escape')
    expect(await input().inputValue()).toBe('acted')
    await page.keyboard.press('Tab')
    await page.keyboard.type('qr')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^QR code that leads to/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await toActions()
    await page.keyboard.type('edit')
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Save' }).waitFor()
    // The drawer stays below the palette.
    await page.keyboard.press('Control+k')
    await toActions()
    await page.keyboard.type('analytics')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
    expect(new URL(page.url()).searchParams.get('link_id')).toBe(link.id)
    expect(dashboard.complaints).toEqual([])
  })

  it('finds folders, tags and domains, and shows their links', async () => {
    const { body: folder } = await api<Link>('POST', '/folder', { name: 'Quokka print' })
    await api('POST', '/tag', { name: 'quokka' })
    await createLink({ slug: 'inside', folder_id: folder.id, url: 'https://quokka.test/' })
    await createLink({ slug: 'outside' })
    await open('/folders')
    await page.getByRole('button', { name: 'Find', exact: false }).first().click()
    await input().fill('quokka')
    await expect.poll(() => options().count()).toBe(4)
    expect(await announced()).toContain('https://quokka.test/')
    await page.keyboard.press('ArrowDown')
    expect(await announced()).toBe('Quokka print')
    await expectAccessible(page)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await active().textContent()).toBe('Search links for “quokka”')
    await page.getByRole('option', { name: 'Quokka print' }).click()
    await row('inside').waitFor()
    expect(await row('outside').count()).toBe(0)
    expect(new URL(page.url()).search).toBe(`?folder=${folder.id}`)
    expect(dashboard.complaints).toEqual([])
  })

  it('fits a phone, and says that nothing was found', async () => {
    await createLink({ slug: 'x'.repeat(120), title: 'y'.repeat(200) })
    await open('/links', { look: LOOKS[1] })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await input().fill('xxx')
    await page.getByRole('option', { name: /^y+/ }).waitFor()
    await expectAccessible(page)
    await input().fill('no such thing')
    await expect
      .poll(() => options().allTextContents())
      .toEqual(['Search links for “no such thing”'])
    await page.keyboard.press('Enter')
    await page.getByText('No links match').waitFor()
    expect(dashboard.complaints).toEqual([])
  })
})
