import { expect, it } from 'vitest'
import { newMember } from '../people.ts'
import { openAs } from './dashboard.ts'
import {
  api,
  browser,
  button,
  createLink,
  dashboard,
  onlyLink,
  open,
  page,
  useTeams,
} from './links.ts'

useTeams()

it('the time zone of the team is set in the settings, counts in analytics, and is removed', async () => {
  const member = await newMember(api, 'viewer')
  await open('/settings')
  const zone = page.getByRole('combobox', { name: 'Time zone of the team' })
  await zone.fill('Dub')
  await page.getByRole('option', { name: 'Asia/Dubai' }).click()
  await button('Save').click()
  await page.getByText('Team saved').waitFor()
  expect((await api('GET', '/organization')).body).toMatchObject({ time_zone: 'Asia/Dubai' })

  const viewer = await openAs(browser, member, '/analytics')
  const period = viewer.page.getByRole('button', { name: /^Period/ })
  await period.click()
  await viewer.page.getByText('Times in Asia/Dubai, the time zone of the team').waitFor()
  await viewer.page.getByRole('menuitem', { name: 'Other days or time zone…' }).click()
  await viewer.page.getByRole('combobox', { name: 'Time zone' }).fill('Tok')
  await viewer.page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await viewer.page.getByRole('button', { name: 'Show' }).click()
  await viewer.page.waitForURL(/timezone=Asia(\/|%2F)Tokyo/)
  expect(viewer.page.url()).not.toContain('period') // still the last 30 days, of Tokyo
  await period.click()
  await viewer.page.getByText('Times in Asia/Tokyo, chosen for this view').waitFor()
  expect(viewer.complaints).toEqual([])

  expect((await api('PATCH', '/organization', { time_zone: null })).status).toBe(200)
  await viewer.page.goto(viewer.page.url().replace(/\?.*/, ''))
  await period.click()
  await viewer.page.getByText(/^Times in .*, your time zone$/).waitFor()
  await viewer.close()
  expect(dashboard.complaints).toEqual([])
})

it('links expire at the time in the time zone of the team', async () => {
  expect((await api('PATCH', '/organization', { time_zone: 'Asia/Kathmandu' })).status).toBe(200)
  const link = await createLink({ expires_at: '2040-01-01T00:00:00Z' })
  await open(`/links/${link.id}`)
  await page.getByText('In the time zone Asia/Kathmandu').waitFor()
  const field = page.getByLabel('Expires on')
  expect(await field.inputValue()).toBe('2040-01-01T05:45')
  await field.fill('2040-01-02T05:45')
  await button('Save').click()
  await expect.poll(async () => (await onlyLink()).expires_at).toBe('2040-01-02T00:00:00.000Z')
  expect(dashboard.complaints).toEqual([])
})
