import { expect, it } from 'vitest'
import { api, button, dashboard, links, open, page, useTeams } from './links.ts'

useTeams()

it('a selection of all links of a filter contains those that were not loaded, in calls of 1,000', async () => {
  const { body: domains } = await api<{ items: { id: number; name: string }[] }>('GET', '/domain')
  const csv = Array.from({ length: 2_100 }, (_, i) => ({
    url: `https://example.com/${i < 2_050 ? 'in' : 'out'}/${i}`,
    slug: `l${i}`,
  }))
  const domain_id = domains.items.find(({ name }) => name.startsWith('go'))?.id
  const { body: job } = await api('POST', '/link/import', { domain_id, csv })
  await expect
    .poll(async () => (await api('GET', `/link/import/${job.job_id}`)).body.created, {
      timeout: 120_000,
    })
    .toBe(2_100)
  const { body: tag } = await api<{ id: number }>('POST', '/tag', { name: 'red' })
  await open('/links?search=example.com/in/&sort=slug')
  await page.getByLabel('Select the loaded links').check()
  await button('Select all 2,050').click()
  await page.getByText('2,050 links selected').waitFor()

  const sizes: number[] = []
  await page.route('**/api/link/tag', async (route) => {
    sizes.push(route.request().postDataJSON().ids.length)
    if (sizes.length === 2) await page.getByText('Tagging links: 1,000 of 2,050…').waitFor()
    await (sizes.length === 3 ? route.fulfill({ status: 502 }) : route.continue())
  })
  await button('Tag').click()
  await page.getByRole('menuitem', { name: 'red' }).click()
  await page.getByText('Changed 2,000 of 2,050 links').waitFor()
  await page.getByText('50 links selected').waitFor()
  await page.unroute('**/api/link/tag')
  await button('Tag').click()
  await page.getByRole('menuitem', { name: 'red' }).click()
  await page.getByText('Tagged 50 links red').waitFor()
  expect(sizes).toEqual([1_000, 1_000, 50])
  const tagged = await api<{ total: number }>('GET', `/link?tag_id=${tag.id}&search=/in/`)
  expect(tagged.body.total).toBe(2_050)
  expect((await links(`tag_id=${tag.id}&search=/out/`)).length).toBe(0)
  expect(dashboard.complaints).toEqual([])
}, 240_000)
