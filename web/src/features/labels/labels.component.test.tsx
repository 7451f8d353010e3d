import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  dialog,
  field,
  fill,
  heading,
  noDialog,
  openPage,
  path,
  press,
  role,
  text,
  until,
  user,
} from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'

describe.each([
  ['folder', 'folders'],
  ['tag', 'tags'],
] as const)('a %s', (kind, plural) => {
  const list = `/${kind}` as const
  const one = `/${kind}/{id}` as const

  it('is created, renamed, and deleted once a question is answered', async () => {
    let labels: { name: string }[] = []
    api.on('GET', list, () => listOf(labels))
    for (const [method, template] of [
      ['POST', list],
      ['PATCH', one],
    ] as const) {
      api.on(method, template, ({ body }) => {
        const { links: _, clicks: __, ...label } = itemOf(list, { ...labels[0], ...body })
        labels = [label]
        return label
      })
    }
    api.on('DELETE', one, () => {
      labels = []
    })
    openPage(`/${plural}`)
    await text(`No ${kind}s yet`)
    await user.click((await screen.findAllByRole('button', { name: `Create ${kind}` }))[0]!)
    await fill('Name', 'Autumn', await dialog())
    await fill('Color', '#b4441c', await dialog())
    await press('{Enter}')
    await noDialog()
    expect(api.calls('POST', list)).toMatchObject([{ body: { name: 'Autumn', color: '#b4441c' } }])
    await click('button', 'Edit Autumn')
    await fill('Name', 'Winter', await dialog())
    await click('button', 'Save', await dialog())
    await click('button', 'Delete Winter')
    await click('button', 'Cancel', await dialog())
    await noDialog()
    expect(labels).toMatchObject([{ name: 'Winter', color: '#b4441c' }])
    expect(api.calls('DELETE', one)).toEqual([])

    await click('button', 'Delete Winter')
    await click('button', `Delete ${kind}`, await dialog())
    await text(`Deleted the ${kind} “Winter”`)
    await text(`No ${kind}s yet`)
  })

  it('with a name that is taken shows the API error next to the field', async () => {
    api.on('POST', list, () => refuse('name_taken', { name: 'is taken' }))
    openPage(`/${plural}`)
    await text('Campaigns')
    await click('button', `Create ${kind}`)
    await fill('Name', 'campaigns', await dialog())
    await click('button', 'Create', await dialog())
    await role('alert', /./, await dialog())
    expect((await field('Name', await dialog())).getAttribute('aria-invalid')).toBe('true')
    await user.click(await text('Details', await dialog()))
    await text(/^Request/, await dialog())
  })

  it('shows its numbers of links and clicks, which lead to both, with one request', async () => {
    openPage('/settings')
    await click('link', new RegExp(plural, 'i'))
    await fill(`Search ${plural}`, 'Camp')
    const asked = () => api.calls('GET', list).filter(({ query }) => query.get('search') === 'Camp')
    await until(() => expect(asked()).toHaveLength(1))
    await click('link', '3,405 clicks of links in Campaigns')
    await heading('Analytics')
    expect(path()).toBe(`/analytics?${kind}_id=5&period=all`)
    history.back()
    await fill(`Search ${plural}`, 'Camp')
    await click('link', '12 links in Campaigns')
    await text('1 found')
    expect(path()).toBe(`/links?${kind === 'tag' ? 'tags' : kind}=5`)
    expect(asked()).toHaveLength(1)
  })

  it.each([
    ['while links are unavailable', 'unavailable'],
    ['to an API key that may not read links', 'insufficient_scope'],
  ])('is shown without numbers %s', async (_, code) => {
    const { links: __, clicks: ___, ...label } = itemOf(list)
    api.on('GET', list, ({ query }) =>
      query.get('counts') === 'true' ? refuse(code) : listOf([label]),
    )
    openPage(`/${plural}`)
    await role('link', 'Links in Campaigns')
  })
})

describe('folders by keyboard', () => {
  it('are moved through, edited and opened', async () => {
    api.on('GET', '/folder', () =>
      listOf([
        itemOf('/folder', { id: 1, name: 'Autumn' }),
        itemOf('/folder', { id: 2, name: 'Print' }),
      ]),
    )
    openPage('/folders')
    await text('Print')
    await press('jje')
    expect((await field('Name', await dialog())).value).toBe('Print')
    await press('{Escape}')
    await noDialog()
    await press('k{Enter}')
    await heading('Links')
    expect(path()).toBe('/links?folder=1')
  })
})
