import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  dialog,
  field,
  gone,
  heading,
  openPage,
  press,
  row,
  text,
  until,
  user,
} from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'
import { newLink, serveLinks } from '../../testing/links.ts'

/** Links that can be deleted and restored. */
function serveBin(...slugs: string[]) {
  const all = slugs.map((slug) => newLink(slug))
  const links = serveLinks(...all)
  api.on('POST', '/link/delete', ({ body }) => {
    for (const id of body.ids)
      links.splice(
        links.findIndex((it) => it.id === id),
        1,
      )
    return { deleted: body.ids.length, missing: [] }
  })
  api.on('POST', '/link/restore', ({ body }) => {
    links.push(...all.filter((it) => body.ids.includes(it.id)))
    return { restored: body.ids.length, missing: [], failed: [] }
  })
  return { slugs: () => links.map(({ slug }) => slug).sort() }
}

const remove = async (slug: string) => {
  await click('button', `Actions for ${slug}`)
  await click('menuitem', 'Delete')
}
const noRow = (slug: string) =>
  gone(() => screen.queryByRole('checkbox', { name: `Select ${slug}` }))

it('a link is deleted at once, and Undo restores it', async () => {
  const { slugs } = serveBin('stays', 'goes')
  openPage('/links')
  await remove('goes')
  await text(/^Deleted .*\/goes$/)
  await noRow('goes')
  expect(slugs()).toEqual(['stays'])

  await click('button', 'Undo')
  await text(/^Restored .*\/goes$/)
  await row('goes')
  expect(slugs()).toEqual(['goes', 'stays'])
})

it('a link that could not be deleted is not called deleted', async () => {
  serveBin('stays')
  api.on('POST', '/link/delete', () => refuse('unavailable'))
  openPage('/links')
  await remove('stays')
  await text('Couldn’t delete')
  expect(screen.queryByText(/^Deleted /)).toBeNull()
  await row('stays')
})

it('Ctrl+Z restores what was deleted last, but not while typing', async () => {
  const { slugs } = serveBin('first', 'one', 'two')
  openPage('/links')
  await remove('first')
  await text(/^Deleted .*\/first$/)
  await noRow('first')
  await click('checkbox', 'Select the loaded links')
  await click('button', 'Delete')
  await text('Deleted 2 links')

  await text('Your first short link')
  const search = await field('Search links')
  await user.type(search, 'typed{Control>}z{/Control}')
  await user.clear(search)
  expect(slugs()).toEqual([])
  await user.click(await heading('Links'))
  await press('{Control>}z{/Control}')
  await text('Restored 2 links')
  expect(slugs()).toEqual(['one', 'two'])
  await press('{Control>}z{/Control}')
  await text(/^Restored .*\/first$/)
  await row('first')
  expect(slugs()).toEqual(['first', 'one', 'two'])
})

/** Waits for a part of the question in the dialog. */
const asked = (it: RegExp) =>
  until(() => expect(screen.getByRole('dialog').textContent).toMatch(it))

/** The trash with these links. */
function serveTrash(...slugs: string[]) {
  let deleted = slugs.map((slug) => ({
    ...itemOf('/link/trash'),
    ...newLink(slug, { title: `The link ${slug}` }),
  }))
  const drop = (ids: readonly string[]) => {
    deleted = deleted.filter(({ id }) => !ids.includes(id))
  }
  api.on('GET', '/link/trash', () => listOf(deleted))
  return { drop, idOf: (slug: string) => deleted.find((it) => it.slug === slug)?.id }
}

it('the trash lists deleted links, restores them, and deletes them, also with their clicks', async () => {
  const { drop, idOf } = serveTrash('back', 'gone', 'rest')
  const [goneId, restId] = [idOf('gone'), idOf('rest')]
  api.on('POST', '/link/restore', ({ body }) => {
    drop(body.ids)
    return { restored: 1, missing: [], failed: [] }
  })
  api.on('POST', '/link/delete', ({ body }) => {
    drop(body.ids)
    return { deleted: 1, missing: [] }
  })
  api.on('POST', '/link/trash/delete', ({ body }) => {
    drop(body.ids)
  })
  openPage('/trash')
  await text(/^The link rest/)
  expect(screen.getAllByText(/30 days left/)).toHaveLength(3)

  await click('button', /^Restore .*\/back$/)
  await text(/^Restored .*\/back$/)
  await gone(() => screen.queryByText(/^The link back/))

  await click('button', /^Delete .*\/gone permanently$/)
  await asked(/The link can no longer be restored\. Clicks stay/)
  await click('checkbox', 'Delete clicks, too', await dialog())
  await asked(/Clicks disappear from analytics/)
  await click('button', 'Delete permanently', await dialog())
  await gone(() => screen.queryByText(/^The link gone/))

  await click('button', 'Empty trash')
  await click('button', 'Delete permanently', await dialog())
  await text('The trash is empty')
  const [erased, ...rest] = api.calls('POST', '/link/delete')
  expect(erased).toMatchObject({ body: { ids: [goneId] } })
  expect(erased?.query.get('with_clicks')).toBe('true')
  expect(rest).toEqual([])
  expect(api.calls('POST', '/link/trash/delete')).toMatchObject([{ body: { ids: [restId] } }])
})

it('an editor is not offered to erase clicks with a link', async () => {
  serveTrash('gone')
  openPage('/trash', 'editor')
  await click('button', /^Delete .*\/gone permanently$/)
  await asked(/Clicks stay in analytics\./)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
