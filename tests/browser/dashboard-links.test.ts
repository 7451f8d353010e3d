import { expect, it } from 'vitest'
import { customer, stack, visit } from '../stack.ts'
import { type Page as ListPage, unique } from '../teams.ts'
import { LOOKS } from './dashboard.ts'
import {
  button,
  createLink,
  dashboard,
  field,
  type Link,
  open,
  page,
  row,
  useTeams,
} from './links.ts'

useTeams()

it('the list draws the clicks of all links with one request, also as text, without layout shift', async () => {
  const ours = customer()
  const { body: domains } = await ours<ListPage<{ id: number }>>('GET', '/domain')
  const [clicked, quiet] = [unique('line-a'), unique('line-b')]
  const body = { url: 'https://example.com/', domain_id: domains.items[0]?.id, title: clicked }
  const { body: link } = await ours<Link>('POST', '/link', { ...body, slug: clicked })
  await ours('POST', '/link', { ...body, slug: quiet })
  for (let nth = 0; nth < 2; nth++) await visit(String(link.short_url))
  const counted = async () => (await ours<Link>('GET', `/link/${link.id}`)).body.clicks
  await expect.poll(counted).toBe(2)
  await open('/settings', { key: stack.apiKey, clock: true })
  const asked: string[] = []
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/analytics/series?*', async (route) => {
    asked.push(route.request().url())
    await answer.promise
    await route.continue()
  })
  await page.goto(`${stack.url}/app/links?search=${clicked}`)
  await expect.poll(() => asked.length).toBe(1)
  const places = async () => [await row(clicked).boundingBox(), await row(quiet).boundingBox()]
  const before = await places()
  answer.resolve()
  await row(clicked)
    .getByRole('img', {
      name: '2 clicks in the last 30 days, all today; 1 visitor, counted per day',
    })
    .waitFor()
  await row(clicked).locator('img[src^="/favicon/example.com?"]').waitFor()
  await row(quiet).getByRole('img', { name: 'No clicks in the last 30 days' }).waitFor()

  await visit(String(link.short_url))
  await expect.poll(counted).toBe(3)
  await page.clock.fastForward(15_000)
  await row(clicked).getByText('3', { exact: true }).waitFor()

  expect(await places()).toEqual(before)
  expect(asked).toHaveLength(1)
  expect(dashboard.complaints).toEqual([])
})

it('the list provides a QR code in color as SVG and PNG', async () => {
  await createLink({ slug: 'code' })
  await open('/links')
  await page.getByRole('button', { name: 'Actions for code' }).click()
  await page.getByRole('menuitem', { name: 'QR code' }).click()
  await page.getByRole('img', { name: /^QR code that leads to/ }).waitFor()
  await page.getByLabel('Color', { exact: true }).fill('#b4441c')
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
