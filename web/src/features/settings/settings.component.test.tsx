import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  field,
  fill,
  isDisabled,
  noDialog,
  openPage,
  role,
  text,
  until,
} from '../../testing/app.tsx'
import { exampleOf, itemOf, listOf } from '../../testing/document.ts'

it('the team is renamed, with immediate effect everywhere', async () => {
  let team = exampleOf('/organization')
  api.on('GET', '/organization', () => team)
  api.on('PATCH', '/organization', ({ body }) => {
    team = { ...team, ...body }
    return team
  })
  openPage('/settings')
  await fill('Name', 'Well organized')
  await click('button', 'Save')
  await role('link', /Well organized/)
})

it('a session that ends keeps what was typed until the same person has signed in again', async () => {
  api.on('PATCH', '/organization', () => refuse('invalid_session'))
  openPage('/settings', 'owner')
  await fill('Name', 'Well organized')
  await click('button', 'Save')
  await text('Your session has ended. Sign in again.')
  api.on('POST', '/session')
  await fill('Email', 'jana@example.com')
  await fill('Password', 'ten characters')
  await click('button', 'Sign in')
  await until(async () => expect((await field('Name')).value).toBe('Well organized'))
})

it('clicks are deleted after a question with their number, and listed', async () => {
  const erasures: object[] = []
  api.on('GET', '/erasure', () => listOf(erasures))
  api.on('POST', '/erasure/preview', ({ body }) => ({
    clicks: body.address === '192.0.2.0/24' ? 1234 : 0,
    links: 1,
    complete: true,
  }))
  api.on('POST', '/erasure', ({ body }) => {
    const made = itemOf('/erasure', { from: null, ...body })
    erasures.push(made)
    return made
  })
  openPage('/settings')
  await click('button', 'Select clicks')
  await click('button', 'Show number of clicks')
  await text('Select links, a domain, a time range or an address.')

  await fill('Links', 'autumn')
  await click('option', /autumn/)
  await fill('IP address or network', '198.51.100.0/24')
  await click('button', 'Show number of clicks')
  await text(/No clicks match/)

  await fill('IP address or network', '192.0.2.0/24')
  await click('button', 'Show number of clicks')
  const dialog = async () => within(await role('dialog', 'Delete 1,234 clicks?'))
  await text(/^Clicks of 1 link, including those of bots/, await dialog())
  await click('button', 'Cancel', await dialog())
  expect(erasures).toEqual([])
  expect((await field('IP address or network')).value).toBe('192.0.2.0/24')

  await click('button', 'Show number of clicks')
  await click('button', 'Delete clicks', await dialog())
  await noDialog()
  const list = await role('list', 'Deleted clicks')
  await until(() => expect(list.textContent).toMatch(/autumn · 192\.0\.2\.0\/24/))
  expect(api.calls('POST', '/erasure')).toMatchObject([
    { body: { link_ids: ['1024'], address: '192.0.2.0/24' } },
  ])
})

it('an editor is offered neither to change nor to export the team', async () => {
  openPage('/settings', 'editor')
  await text(/Your role can view this/)
  expect(isDisabled(await field('Name'))).toBe(true)
  expect(screen.queryByRole('button', { name: 'Export team' })).toBeNull()
})
