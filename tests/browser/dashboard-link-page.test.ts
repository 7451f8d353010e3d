import { expect, it } from 'vitest'
import { BROWSERS } from '../agents.ts'
import { visitAt } from '../clicked-links.ts'
import { admin } from '../stack.ts'
import { unique } from '../teams.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  field,
  LONG_MS,
  onlyLink,
  open,
  orgId,
  page,
  row,
  useTeams,
} from './links.ts'

useTeams()

const part = (name: string) => page.getByRole('region', { name })

it(
  'the page of a link shows what it is, who visits it, and its form',
  async () => {
    const name = `${unique('go')}.example.com`
    const { id: domain_id } = await admin<{ id: number }>(
      ...['domain', 'add', name, '--org', orgId, '--verified'],
    )
    const { id, short_url } = await createLink({
      domain_id,
      slug: 'home',
      title: 'The home page',
      url: 'https://example.com/home',
      expires_after: 9,
    })
    await visitAt(name, 'home', BROWSERS[0]?.[4] ?? '')
    await expect.poll(async () => (await onlyLink()).clicks, { timeout: 30_000 }).toBe(1)

    await open('/links')
    await page.getByRole('link', { name: 'The home page' }).click()
    await page.getByRole('heading', { name: 'The home page' }).waitFor()
    const about = part('About this link')
    await about.getByText(`${short_url}`).waitFor()
    await about.getByText('https://example.com/home').waitFor()
    await about.getByText('Active').waitFor()
    await about.getByText('1 of 9 clicks used').waitFor()
    await about.getByText('Created').waitFor()
    await part('Clicks').getByText('1 click, 1 visitor').waitFor()
    await part('Destinations').getByText('https://example.com/home').waitFor()
    await part('Recent clicks').getByRole('listitem').waitFor()
    expect(dashboard.complaints).toEqual([])

    await part('Clicks').getByRole('link', { name: 'Analytics' }).click()
    await page.getByRole('heading', { name: 'Analytics' }).waitFor()
    await page.getByRole('link', { name: /\/home$/ }).click()
    await page.getByRole('heading', { name: 'The home page' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/links/${id}$`))
  },
  LONG_MS,
)

it('dates and times are whole in the form beside the clicks and on a phone', async () => {
  const { id } = await createLink({ expires_at: '2040-01-01T12:00:00Z' })
  await open(`/links/${id}`)
  for (const width of [1400, 375]) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of ['Expires on', 'At']) {
      await field(name).fill('2040-10-20T22:00')
      const [shown = 0, whole = 0] = await field(name).evaluate((it: HTMLInputElement) => {
        const shown = it.offsetWidth
        it.style.width = 'max-content'
        const whole = it.offsetWidth
        it.style.width = ''
        return [shown, whole]
      })
      expect(shown, `${name} at ${width} px`).toBeGreaterThanOrEqual(whole)
    }
  }
  expect(dashboard.complaints).toEqual([])
})

it('changes on the page are in the history, and an earlier version is restored', async () => {
  const { id } = await createLink({ slug: 'told', url: 'https://example.com/old' })
  await open(`/links/${id}`)
  const form = part('Edit this link')
  await form.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/new')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved /).waitFor()
  const history = part('History')
  await history.getByText('Changed destination').waitFor()
  await history.getByText('https://example.com/old').waitFor()

  await history.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Restored this version').waitFor()
  expect(await onlyLink()).toMatchObject({ url: 'https://example.com/old' })
  await part('About this link').getByText('https://example.com/old').waitFor()
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Destination' }).inputValue())
    .toBe('https://example.com/old')
})

it('a link that is deleted on its page is in the trash, and the list keeps its filters', async () => {
  await createLink({ slug: 'kept' })
  const { id } = await createLink({ slug: 'kept-not' })
  await open('/links?search=kept')
  await row('kept-not').waitFor()
  await row('kept-not').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Actions for kept-not' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(/^Deleted .*\/kept-not$/).waitFor()
  await row('kept').waitFor()
  await expect.poll(() => field('Search links').inputValue()).toBe('kept')
  expect((await api('GET', `/link/${id}`)).status).toBe(404)

  await page.goto(page.url().replace(/\/links.*/, `/links/${id}`))
  await page.getByText('it can be restored').waitFor()
  await page.getByRole('link', { name: 'Open the trash' }).click()
  await page.getByRole('button', { name: /^Restore .*\/kept-not$/ }).waitFor()
  await button('Empty trash').waitFor()
})
