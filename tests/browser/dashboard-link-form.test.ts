import { describe, expect, it } from 'vitest'
import { unique } from '../teams.ts'
import { api, button, dialog, field, onlyLink, open, page, pick, row, useTeams } from './links.ts'

useTeams()

const section = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

describe('the form of a new link', () => {
  it('takes a pasted URL without https:// and with UTM parameters, copies the short URL, and goes on to another', async () => {
    await open('/links/new')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() =>
      navigator.clipboard.writeText('shop.example/a?b=%20&utm_source=mail&utm_term=red+shoes'),
    )
    await page.getByLabel('Destination').first().focus()
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByText('mail · red shoes').waitFor()
    await dialog().locator('img[src^="/favicon/shop.example?"]').waitFor()
    await section('Expiry').click()
    await page.getByLabel('Redirect expired visits to').fill('shop.example/over')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText(/^Created and copied /).waitFor()
    await button('QR code').click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    await page.keyboard.press('Escape')
    const link = await onlyLink()
    expect(link).toMatchObject({
      url: 'https://shop.example/a?b=%20',
      utm_source: 'mail',
      utm_term: 'red shoes',
      expire_url: 'https://shop.example/over',
    })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.short_url)

    await row(link.slug)
      .getByRole('button', { name: `Actions for ${link.slug}` })
      .waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Destination').first().fill('shop.example/b')
    await page.getByLabel('Title').focus()
    await expect
      .poll(() => page.getByLabel('Destination').first().inputValue())
      .toBe('https://shop.example/b')
  })

  it('begins on the domain of the last link, and keeps what was entered until it is saved or discarded', async () => {
    const [name, chosen] = [`${unique('second')}.example.com`, `${unique('third')}.example.com`]
    await api('POST', '/domain', { name })
    await api('POST', '/domain', { name: chosen, is_default: true })
    await open('/links/new')
    await expect.poll(() => field('Domain', dialog()).inputValue()).toBe(chosen)
    await pick('Domain', name, dialog())
    await page.getByLabel('Destination').first().fill('https://shop.example/a')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })

    await page.keyboard.press('c')
    await page.getByText('Restored what you entered before.').waitFor()
    await expect.poll(() => field('Domain', dialog()).inputValue()).toBe(name)
    await button('Create link').last().click()
    await page.getByText(/^Created .*\//).waitFor()
    await button('Create another').click()
    await page.getByLabel('Destination').first().waitFor()
    await expect.poll(() => page.getByLabel('Destination').first().inputValue()).toBe('')
    await expect.poll(() => field('Domain', dialog()).inputValue()).toBe(name)

    await page.getByLabel('Title').fill('Never mind')
    await page.reload()
    await button('Discard').click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
    await button('Discard').waitFor({ state: 'hidden' })
  })

  it('shows rules in their order, each begun with a row to type into that is not sent unless it is edited', async () => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: it } = document
        return it?.getAttribute('aria-label') ?? (it as HTMLInputElement).labels?.[0]?.textContent
      })
    await open('/links/new')
    await page.getByLabel('Destination').first().fill('https://shop.example/a')
    await section('Expiry').waitFor()
    const names = await dialog().locator('h3 button').allInnerTexts()
    expect(names.flatMap((it) => /^\d.*/s.exec(it.replaceAll('\n', ' ')) ?? [])).toEqual([
      '1 Expiry',
      '2 Password',
      '3 Device targeting',
      '4 Geo targeting',
      '5 A/B test',
    ])
    await section('A/B').click()
    await expect.poll(focused).toBe('Destination of variant 1')
    await section('Geo targeting').click()
    await expect.poll(focused).toBe('Country 1')
    await page.keyboard.press('Escape')
    await section('Device targeting').click()
    await expect.poll(focused).toBe('iPhone and iPad')
    await button('Create link').last().click()
    await page.getByText(/^Created .*\//).waitFor()
    expect(await onlyLink()).toMatchObject({ url: 'https://shop.example/a', ab: [], geo: [] })
  })
})
