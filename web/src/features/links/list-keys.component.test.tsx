import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  button,
  click,
  dialog,
  field,
  fill,
  gone,
  noDialog,
  openPage,
  path,
  press,
  role,
  row,
  text,
  until,
} from '../../testing/app.tsx'
import { newLink, serveLinks } from '../../testing/links.ts'

async function openWithLinks(count: number): Promise<void> {
  serveLinks(...Array.from({ length: count }, (_, nth) => newLink(`l${nth + 1}`)))
  openPage('/links')
  await row('l1')
}

const focused = () =>
  document.activeElement?.querySelector('input[type=checkbox]')?.getAttribute('aria-label')
const selected = () =>
  screen
    .queryAllByRole('checkbox', { name: /^Select l\d+$/, checked: true })
    .map((it) => it.getAttribute('aria-label')?.split(' ')[1])

describe('the list of links by keyboard', () => {
  it('is moved through, selects rows and ranges, edits and opens', async () => {
    await openWithLinks(5)
    await press('jjk')
    expect(focused()).toBe('Select l1')
    await press('x')
    expect(selected()).toEqual(['l1'])
    await press('jj{Shift>}JJ{/Shift}')
    expect(selected()).toEqual(['l1', 'l3', 'l4', 'l5'])
    await press('{Shift>}K{/Shift}')
    expect(selected()).toEqual(['l1', 'l3', 'l4'])
    await text('3 links selected')
    expect(focused()).toBe('Select l4')

    await press('e')
    await button('Save', await dialog())
    await press('{Escape}')
    await noDialog()
    await until(() => expect(focused()).toBe('Select l4'))
    await press('{Enter}')
    await role('link', '← All links')
  })

  it('gives no keys to the list while typing, in a menu or in a dialog', async () => {
    await openWithLinks(2)
    await press('j/xjk')
    expect((await field('Search links')).value).toBe('xjk')
    await text('No links match')
    await fill('Search links', '')
    await row('l1')
    await click('button', 'Actions for l1')
    const edit = await role('menuitem', 'Edit')
    act(() => edit.focus())
    await press('xc{Escape}')
    await gone(() => screen.queryByRole('menu'))
    await press('?')
    await text('Keyboard shortcuts', await dialog())
    await press('jxc')
    await press('{Escape}')
    await noDialog()
    expect(selected()).toEqual([])
    expect(path()).toBe('/links')
  })
})

describe('a selection', () => {
  it('of a range takes Shift and a click, and ends at the row selected before', async () => {
    await openWithLinks(5)
    const shiftClick = async (slug: string) => {
      await press('{Shift>}')
      await click('checkbox', `Select ${slug}`)
      await press('{/Shift}')
    }
    await click('checkbox', 'Select l4')
    await shiftClick('l2')
    expect(selected()).toEqual(['l2', 'l3', 'l4'])
    await click('checkbox', 'Select l3')
    await shiftClick('l4')
    expect(selected()).toEqual(['l2'])
  })
})
