import { describe, expect, it } from 'vitest'
import { api, button, createLink, links, open, page, row, useTeams } from './links.ts'

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
})
