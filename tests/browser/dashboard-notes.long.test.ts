import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newMember } from '../people.ts'
import type { Page as ListPage } from '../teams.ts'
import { expectAccessible, LOOKS, openAs } from './dashboard.ts'
import {
  api,
  browser,
  button,
  createLink,
  dashboard,
  dialog,
  LONG_MS,
  open,
  page,
  useTeams,
} from './links.ts'

useTeams()

interface Note {
  at: string
  text: string
  link_id: string | null
}
const MARCH = 'period=2026-03-01,2026-03-07'
const saved = async () => (await api<ListPage<Note>>('GET', '/note')).body.items
const notes = () => page.getByRole('region', { name: 'Notes' }).getByRole('listitem')
const drawing = () => page.locator('canvas').evaluate((it) => (it as HTMLCanvasElement).toDataURL())

async function note(text: string, at: string, link_id: string | null = null) {
  expect((await api('POST', '/note', { text, at, link_id })).status).toBe(201)
}

async function savePng(): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button('Save as PNG').click()])
  return readFileSync(await file.path())
}
const heightOf = (png: Buffer) => png.readUInt32BE(20)

describe('a note', () => {
  it('is added in the time zone of the chart, edited, and deleted', async () => {
    await open(`/analytics?${MARCH}&timezone=Asia/Tokyo`)
    await page.locator('canvas').waitFor()
    await button('Add note').click()
    await dialog().getByLabel('Note').fill('Newsletter')
    expect(await dialog().getByLabel('Date and time').inputValue()).toBe('2026-03-07T12:00')
    await dialog().getByText('In the time zone Asia/Tokyo').waitFor()
    expect(await dialog().getByLabel('Only for this link').count()).toBe(0)
    await dialog().getByLabel('Date and time').fill('2026-03-05T23:30')
    const before = await drawing()
    await page.keyboard.press('Enter')
    await notes().filter({ hasText: 'Mar 5, 2026, 11:30 PM Newsletter' }).waitFor()
    await expect.poll(drawing).not.toBe(before)
    expect(await saved()).toMatchObject([
      { at: '2026-03-05T14:30:00.000Z', text: 'Newsletter', link_id: null },
    ])

    const plot = page.locator('.u-over')
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {}
    await plot.hover({ position: { x: (width * 4) / 6, y: height / 2 } })
    await expect.poll(() => page.getByText('Newsletter').count()).toBe(2)

    await button('Edit the note “Newsletter”').click()
    await dialog().getByLabel('Note').fill('Newsletter sent')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await notes().filter({ hasText: 'Newsletter sent' }).waitFor()
    await button('Delete the note “Newsletter sent”').click()
    await dialog().getByRole('button', { name: 'Delete note' }).click()
    await page.getByText('Note deleted').waitFor()
    await expect.poll(() => notes().count()).toBe(0)
    expect(await saved()).toEqual([])
    expect(dashboard.complaints).toEqual([])
  })

  it('is about the link of the chart or about all links, and shown with the right ones', async () => {
    const link = await createLink({ title: 'One' })
    const other = await createLink({ title: 'Other' })
    await note('For all', new Date().toISOString())
    await open(`/analytics?link_id=${link.id}`)
    await notes().filter({ hasText: 'For all' }).waitFor()
    await button('Add note').click()
    await dialog().getByLabel('Note').fill('For one')
    expect(await dialog().getByLabel('Only for this link').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => notes().count()).toBe(2)
    expect(await saved()).toContainEqual(
      expect.objectContaining({ text: 'For one', link_id: link.id }),
    )
    await dashboard.close()

    await open(`/links/${link.id}`)
    await expect.poll(() => notes().count()).toBe(2)
    await dashboard.close()
    await open(`/links/${other.id}`)
    await notes().filter({ hasText: 'For all' }).waitFor()
    expect(await notes().count()).toBe(1)
    expect(dashboard.complaints).toEqual([])
  })

  it('is in the image of the chart and on paper', async () => {
    await open(`/analytics?${MARCH}&timezone=UTC`)
    await page.locator('canvas').waitFor()
    const without = await savePng()
    await note('Fair in Prague', '2026-03-03T09:00:00Z')
    await page.reload()
    await notes().waitFor()
    await expect.poll(async () => heightOf(await savePng())).toBeGreaterThan(heightOf(without))

    await page.emulateMedia({ media: 'print' })
    await button('Add note').waitFor({ state: 'hidden' })
    expect(await notes().getByText('Fair in Prague').isVisible()).toBe(true)
    expect(await notes().getByRole('button').count()).toBe(0)
  })

  it('can be read, but not changed, by a viewer', async () => {
    await note('Fair in Prague', '2026-03-03T09:00:00Z')
    const path = `/analytics?${MARCH}`
    const viewer = await openAs(browser, await newMember(api, 'viewer'), path)
    await viewer.page.getByText('Fair in Prague').waitFor()
    expect(await viewer.page.getByRole('button', { name: /note/ }).count()).toBe(0)
    expect(viewer.complaints).toEqual([])
    await viewer.close()
  })
})

it.each(LOOKS)(
  'notes are accessible $name',
  async (look) => {
    for (let day = 1; day <= 6; day++) await note(`Day ${day}`, `2026-03-0${day}T09:00:00Z`)
    await note('A fair in Prague with '.repeat(9).trim(), '2026-03-07T09:00:00Z')
    await open(`/analytics?${MARCH}`, { look })
    await button('Show all 7 notes').click()
    await expect.poll(() => notes().count()).toBe(7)
    await expectAccessible(page)
    await button('Edit the note “Day 6”').click()
    await dialog().getByLabel('Note').waitFor()
    await expectAccessible(page)
  },
  LONG_MS,
)
