import { describe, expect, it } from 'vitest'
import { admin } from '../stack.ts'
import { unique } from '../teams.ts'
import { LOOKS } from './dashboard.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  field,
  type Link,
  LONG_MS,
  links,
  onlyLink,
  open,
  orgId,
  page,
  pick,
  row,
  useTeams,
} from './links.ts'

useTeams()

const section = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

describe('creating a link', () => {
  it(
    'accepts every field of a link and stores it as entered',
    async () => {
      await open('/links')
      await page.getByText('Your first short link').waitFor()
      await page.keyboard.press('c')
      await page
        .getByLabel('Destination', { exact: false })
        .first()
        .fill('https://shop.example/a?b=1')
      await page.getByLabel('Slug').fill('summer')
      await page.getByText('Available').waitFor()
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
      await page.getByLabel('Destination of variant 1').fill('https://shop.example/b')
      await button('Add a variant').click()
      await page.getByLabel('Destination of variant 2').fill('https://shop.example/c')
      await page.getByLabel('Share of variant 2 in percent').fill('30')
      await page.getByLabel('Share of variant 1 in percent').fill('90')
      await section('Geo targeting').click()
      await page.getByPlaceholder('Country').fill('Czech')
      await page.getByRole('option', { name: 'Czechia' }).click()
      await page.getByLabel('Destination of country 1').fill('https://shop.example/cz')
      await section('Device targeting').click()
      await page.getByLabel('iPhone and iPad').fill('https://apps.apple.com/app/id1')
      await page
        .getByRole('textbox', { name: 'Android' })
        .fill('https://play.google.com/store/apps/details?id=a')
      await section('Expiry').click()
      await page.getByLabel('Expires on').fill('2040-05-06T07:08')
      await page.getByLabel('Click limit').fill('1000')
      await page.getByLabel('Redirect expired visits to').fill('https://shop.example/over')
      await section('Password').click()
      await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
      await section('Redirect code').click()
      await page.getByText('Browsers cache it').waitFor()
      await page.getByLabel('301, permanent').check()
      await button('Create link').last().click()
      await row('summer').waitFor()
      await button('Copy the short URL').click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/summer$/)

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

  it('reports a taken slug while typing, and shows API errors next to their field', async () => {
    await createLink({ slug: 'taken' })
    await open('/links/new')
    await page.getByLabel('Slug').fill('taken')
    await page.getByText('is taken on this domain').waitFor()
    await page.getByLabel('Slug').fill('docs')
    await page.getByText('is a reserved word').waitFor()
    await page.getByLabel('Slug').fill('')
    await page.getByLabel('Destination').first().fill('javascript:alert(1)')
    await button('Create link').last().click()
    const alert = page.getByRole('alert').first()
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/^Check this field\s*Destination /)
    await alert.getByText('Details').click()
    await alert.getByText(/^Request /).waitFor()
    expect(await page.getByLabel('Destination').first().getAttribute('aria-invalid')).toBe('true')
    expect(await links()).toHaveLength(1)
    await page.getByLabel('Destination').first().fill('https://example.com/')
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
  })

  it('starts as a copy of another link with its own slug', async () => {
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
  it('sends only changed fields, so that concurrent changes are kept', async () => {
    const { id } = await createLink({ slug: 'mine', title: 'Old', utm_source: 'a', password: 'x' })
    await open(`/links/${id}/edit`)
    await page.getByLabel('Title').fill('New')
    await api('PUT', `/link/${id}`, { utm_source: 'b' })
    await button('Remove the password').click()
    await button('Save').click()
    await page.getByText(/^Saved /).waitFor()
    expect(await onlyLink()).toMatchObject({ title: 'New', utm_source: 'b', has_password: false })
    expect(new URL(page.url()).pathname).toBe('/app/links')
  })

  it('shows where a visitor is redirected, and by which rule', async () => {
    const name = `${unique('go')}.example.com`
    // A link on an unverified domain does not redirect yet.
    const domain = await admin<{ id: number }>('domain', 'add', name, '--org', orgId, '--verified')
    const { id } = await createLink({
      domain_id: domain.id,
      ios: 'https://example.com/ios',
      expires_at: '2040-01-01T00:00:00Z',
    })
    await api('PUT', `/link/${id}/geo`, {
      items: [{ url: 'https://example.com/cz', country: 'CZ' }],
    })
    await open(`/links/${id}/edit`)
    const answer = page.getByRole('region', { name: 'Test this link' }).locator('output')
    const ask = async () => {
      await button('Try it').click()
    }
    await ask()
    await answer.getByText('Main destination.').waitFor()
    await field('Visitor from').fill('Czech')
    await page.getByRole('option', { name: 'Czechia' }).click()
    await ask()
    await answer.getByText('https://example.com/cz').waitFor()
    await pick('On', 'An iPhone')
    await ask()
    await answer.getByText('https://example.com/ios').waitFor()
    await page.getByLabel('At', { exact: true }).fill('2041-01-01T00:00')
    await ask()
    await answer.getByText('Expired: shows the page for expired links.').waitFor()
    expect(dashboard.complaints).toEqual([])
  })
})

it('on a phone, a notice covers neither the page bar nor the buttons of a form', async () => {
  await open('/links/new', { look: LOOKS[1] })
  const save = await button('Create link').last().boundingBox()
  await page.getByLabel('Destination').first().fill('https://example.com/')
  // It slides in from below. A page without changes may render no frames, at which it would look by default.
  const notice = page.waitForFunction(
    (top) => {
      const bar = document.querySelector('[aria-label="Main pages"]')?.getBoundingClientRect()
      const shown = document.querySelector('.mantine-Notification-root')?.getBoundingClientRect()
      return bar && shown && shown.height > 0 && shown.bottom <= Math.min(top, bar.top)
    },
    Number(save?.y),
    { polling: 50 },
  )
  await button('Create link').last().click()
  await notice
})
