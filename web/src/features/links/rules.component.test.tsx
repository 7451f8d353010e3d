import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import { click, dialog, fill, openPage, pick, press, text, until } from '../../testing/app.tsx'
import { newLink, serveLinks } from '../../testing/links.ts'

const rule = (id: number, city: string) => ({
  id,
  url: `https://shop.example/${city}`,
  name: '',
  when: [{ type: 'city', is: [city] }],
})
const open = async (...rules: object[]) => {
  const [link] = serveLinks(newLink('ruled', { rules }))
  openPage(`/links/${link.id}/edit`)
  const form = await dialog()
  if (rules.length === 0) await click('button', /^\d? ?Rules/, form)
  return form
}
const save = async () => click('button', 'Save', await dialog())
const sent = () => api.calls('PUT', '/link/{link_id}').at(-1)?.body

describe('the rules of a link', () => {
  it('are entered as conditions and a destination', async () => {
    api.on('PUT', '/link/{link_id}')
    const form = await open()
    await click('button', 'Add a rule', form)
    await fill('Values of condition 1', 'phone', form)
    await click('option', 'a phone')
    await click('button', 'Add a condition', form)
    await pick('Operator of condition 2', 'is not', form)
    await fill('Values of condition 2', 'Czech', form)
    await click('option', 'Czechia')
    await click('button', 'Add a condition', form)
    await pick('Condition 3', 'the parameter', form)
    await fill('Parameter of condition 3', 'from', form)
    await pick('Operator of condition 3', 'is', form)
    await fill('Values of condition 3', 'mail', form)
    await press('{Enter}')
    await fill('Destination of the rule', 'shop.example/app', form)
    await text(
      /If the device is a phone, the country is not Czechia, and the parameter from is mail, go to/,
      form,
    )
    await save()
    await text(/^Saved /)

    expect(sent()).toEqual({
      rules: [
        {
          name: '',
          url: 'https://shop.example/app',
          when: [
            { type: 'device', is: ['Mobile'] },
            { type: 'country', is: ['CZ'], not: true },
            { type: 'query', name: 'from', is: ['mail'] },
          ],
        },
      ],
    })
  })

  it('are sentences in their order, and removed one by one', async () => {
    api.on('PUT', '/link/{link_id}')
    const form = await open(rule(1, 'Prague'), rule(2, 'Brno'))
    const first = await screen.findByRole('listitem', { name: 'Rule 1' })
    expect(first.textContent).toContain('If the city is Prague, go to https://shop.example/Prague')
    expect(screen.getByRole('button', { name: 'Move rule 2' })).toBeTruthy()
    await click('button', 'Remove rule 1', form)
    await save()
    await text(/^Saved /)

    expect(sent()).toEqual({ rules: [rule(2, 'Brno')] })
  })

  it('show errors of the API next to their fields', async () => {
    api.on('PUT', '/link/{link_id}', () =>
      refuse('invalid_request', {
        'rules.0.when.0.is.0': 'must be a text',
        'rules.0.url': 'is bad',
      }),
    )
    const form = await open(rule(1, 'Prague'))
    await screen.findByRole('listitem', { name: 'Rule 1' })
    await click('button', 'Edit rule 1', form)
    await fill('Name', 'N', form)
    await save()
    await until(() =>
      expect(document.querySelectorAll('[aria-label="Rule 1"] [aria-invalid="true"]')).toHaveLength(
        2,
      ),
    )
  })

  it('are explained by a test of the link', async () => {
    api.on('GET', '/link/{link_id}/resolve', () => ({
      status: 302,
      location: 'https://example.com/',
      rule: 'url',
      variant: null,
      rules: [
        { id: 1, name: '', matches: false, when: [{ type: 'city', holds: false, actual: '' }] },
        { id: 2, name: 'Brno', matches: true, when: [] },
      ],
    }))
    await open(rule(1, 'Prague'))
    await fill('Accepted languages', 'cs')
    await click('button', 'Try it')
    await text('Rule 1: does not match (the city: unknown)')
    await text('Brno: matches')

    const { query } = api.calls('GET', '/link/{link_id}/resolve').at(-1) ?? {}
    expect(Object.fromEntries(query ?? [])).toMatchObject({ accept_language: 'cs' })
  })
})
