import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { api } from '../../testing/api.ts'
import {
  button,
  click,
  copied,
  dialog,
  fill,
  heading,
  noDialog,
  openPage,
  path,
  press,
  role,
  row,
  text,
  until,
  user,
} from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'
import { newLink, serveLinks } from '../../testing/links.ts'

const LABEL = 'Find links, pages and actions'
const input = () => screen.findByRole<HTMLInputElement>('combobox', { name: LABEL })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
/** The option that a screen reader announces. */
const announced = () => {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}
const closed = () => until(() => expect(screen.queryByRole('combobox', { name: LABEL })).toBeNull())

async function paletteOn(page: string, name: string): Promise<void> {
  openPage(page)
  await heading(name)
  await press('{Control>}k{/Control}')
  await input()
}

describe('the command palette', () => {
  it('opens a link that was typed and confirmed before it was found', async () => {
    const [link] = serveLinks(newLink('autumn', { title: 'Sale' }))
    const answer = Promise.withResolvers<void>()
    api.on('GET', '/link', async () => {
      await answer.promise
      return listOf([link])
    })
    await paletteOn('/folders', 'Folders')
    await press('autumn{Enter}')
    await until(() => expect(api.calls('GET', '/link')).not.toEqual([]))
    expect(path()).toBe('/folders')
    answer.resolve()
    await heading('Sale')
    expect(path()).toBe(`/links/${link.id}`)
    await closed()
  })

  it('drops outdated answers', async () => {
    const answer = Promise.withResolvers<void>()
    const [stripes, animals] = [
      newLink('zebra', { title: 'Stripes' }),
      newLink('zoo', { title: 'Animals' }),
    ]
    api.on('GET', '/link', async ({ query }) => {
      if (query.get('search') === 'zebra') return listOf([stripes])
      await answer.promise
      return listOf([stripes, animals])
    })
    await paletteOn('/folders', 'Folders')
    await fill(LABEL, 'z')
    await until(() => expect(api.calls('GET', '/link')).toHaveLength(1))
    await fill(LABEL, 'zebra')
    await role('option', /Stripes/)
    answer.resolve()
    await until(() => expect(screen.getByRole('status').textContent).toMatch(/results/))
    expect(screen.queryByRole('option', { name: /Animals/ })).toBeNull()
  })

  it('acts on a link: edits, copies, shows the QR code and the analytics', async () => {
    const [link] = serveLinks(newLink('acted'))
    const toActions = async () => {
      await input()
      await press('acted')
      await role('option', /^x/)
      await press('{Tab}')
      await role('option', /Copy short URL/)
    }
    await paletteOn('/folders', 'Folders')
    await toActions()
    await press('copy{Enter}')
    await text(`Copied ${link.short_url}`)
    expect(await copied()).toBe(link.short_url)

    await press('{Control>}k{/Control}')
    await toActions()
    await press('{Escape}')
    expect((await input()).value).toBe('acted')
    await press('{Tab}qr{Enter}')
    await role('img', /^QR code that leads to/)
    await press('{Escape}')
    await noDialog()

    await press('{Control>}k{/Control}')
    await toActions()
    await press('edit{Enter}')
    await button('Save', await dialog())
    // The drawer stays below the palette.
    await press('{Control>}k{/Control}')
    await toActions()
    await press('analytics{Enter}')
    await heading('Analytics')
    expect(path()).toMatch(new RegExp(`^/analytics\\?link_id=${link.id}`))
  })

  it.each([
    ['invite', 'Invite a member', 'Invite'],
    ['create fold', 'Create a folder', 'Create folder'],
    ['api key', 'Create an API key', 'Create API key'],
    ['webh create', 'Create a webhook', 'Create webhook'],
    ['import', 'Import links', 'Import links'],
    ['shortcuts', 'Keyboard shortcuts', 'Keyboard shortcuts'],
  ])('opens what %j names: %s', async (typed, option, opened) => {
    serveLinks()
    openPage('/tags', 'owner')
    await heading('Tags')
    await press('{Control>}k{/Control}')
    await input()
    await press(typed)
    await click('option', new RegExp(`^${option}`))
    await closed()
    await role('dialog', new RegExp(opened))
  })

  it('changes the theme and exports all links', async () => {
    await paletteOn('/folders', 'Folders')
    await press('dark')
    await click('option', /^Dark theme/)
    await until(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'))
    await press('{Control>}k{/Control}')
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await press('export')
    await click('option', /^Export all links/)
    await until(() => expect(saved).toHaveBeenCalledTimes(1))
    expect(api.calls('GET', '/link/export')).toHaveLength(1)
  })

  it('finds folders, tags and domains, and shows their links', async () => {
    serveLinks(newLink('inside', { url: 'https://quokka.test/', title: 'quokka' }))
    api.on('GET', '/folder', () => listOf([itemOf('/folder', { id: 3, name: 'Quokka print' })]))
    api.on('GET', '/tag', () => listOf([itemOf('/tag', { name: 'quokka' })]))
    api.on('GET', '/domain', () => listOf([]))
    openPage('/folders')
    await heading('Folders')
    const [find] = screen.getAllByRole('button', { name: /Search/ })
    await user.click(find as HTMLElement)
    await fill(LABEL, 'quokka')
    await until(() => expect(options()).toHaveLength(4))
    expect(announced()).toContain('https://quokka.test/')
    await press('{ArrowDown}')
    expect(announced()).toBe('Quokka print')
    await press('{ArrowUp}{ArrowUp}')
    expect(announced()).toBe('Search links for “quokka”')
    await click('option', 'Quokka print')
    await row('inside')
    expect(path()).toBe('/links?folder=3')
  })
})
