import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  dialog,
  field,
  fill,
  gone,
  noDialog,
  openPage,
  press,
  text,
  user,
} from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'

it('a webhook is created with a secret that is shown once, is tested, and shows its deliveries', async () => {
  const hooks: unknown[] = []
  let deliveries: unknown[] = []
  let refused = true
  api.on('GET', '/webhook', () => listOf(hooks))
  api.on('POST', '/webhook', () => {
    if (refused) return refuse('invalid_request', { url: 'must be http or https' })
    hooks.push(itemOf('/webhook', { name: 'Ourselves' }))
    return undefined
  })
  api.on('POST', '/webhook/{id}/test', () => {
    deliveries = [itemOf('/webhook/{id}/delivery', { type: 'webhook.test', status: 'failed' })]
  })
  api.on('GET', '/webhook/{id}/delivery', ({ query }) =>
    listOf(query.get('status') === 'delivered' ? [] : deliveries),
  )
  api.on('POST', '/webhook/{id}/delivery/{delivery_id}/resend', () => {
    deliveries = [itemOf('/webhook/{id}/delivery', { type: 'webhook.test', status: 'pending' })]
  })
  openPage('/webhooks')
  await text('No webhooks yet')
  await user.click(screen.getAllByRole('button', { name: 'Create webhook' })[0] as HTMLElement)
  await fill('URL', 'javascript:alert(1)', await dialog())
  await click('button', 'Create', await dialog())
  await text('URL must be http or https.', await dialog())
  refused = false
  await fill('URL', 'https://shop.example/hook', await dialog())
  await fill('Name', 'Ourselves', await dialog())
  await click('button', 'Create', await dialog())
  await text(/^whsec_/, await dialog())
  await click('button', 'Done', await dialog())
  await noDialog()

  await click('button', 'Deliveries to Ourselves')
  await text(/^Nothing was sent/, await dialog())
  await click('button', 'Send a test message', await dialog())
  await click('button', 'Details of webhook.test', await dialog())
  await text(/"type": "link.created"/, await dialog())
  await text('Response', await dialog())
  await click('button', 'Send again', await dialog())
  await gone(() => screen.queryByRole('button', { name: 'Send again' }))
  await user.selectOptions(await field('Status', await dialog()), 'Delivered')
  await text(/^No messages with this status/, await dialog())
})

it('a webhook that is paused says so, and is resumed without a change of its fields', async () => {
  const paused = {
    enabled: false,
    disabled_reason: 'failing',
    failing_since: '2026-11-19T11:00:00.000Z',
  }
  let hook = itemOf('/webhook', paused)
  api.on('GET', '/webhook', () => listOf([hook]))
  api.on('GET', '/webhook/{id}/delivery', () =>
    listOf([itemOf('/webhook/{id}/delivery', { status: 'pending' })]),
  )
  api.on('PATCH', '/webhook/{id}', ({ body }) => {
    hook = { ...hook, ...body }
    if (body.enabled) hook = { ...hook, disabled_reason: null, failing_since: null }
    return hook
  })
  openPage('/webhooks')
  await text('Shop is paused')
  await text(hook.url)
  await click('button', 'Deliveries to Shop')
  await text('held', await dialog())
  expect(screen.queryByText('pending')).toBeNull()
  await press('{Escape}')
  await noDialog()

  // Renaming a paused webhook neither resumes it nor drops its messages.
  await click('button', 'Edit Shop')
  await fill('Name', 'Store', await dialog())
  await click('button', 'Save', await dialog())
  await text('Store is paused')
  await click('button', 'Resume and send what was missed')
  await gone(() => screen.queryByText('Store is paused'))
  const bodies = api.calls('PATCH', '/webhook/{id}').map(({ body }) => body)
  expect(bodies[0]).not.toHaveProperty('enabled')
  expect(bodies[1]).toEqual({ enabled: true })
})

it('a webhook is deleted once a question is answered', async () => {
  api.on('DELETE', '/webhook/{id}')
  openPage('/webhooks')
  await click('button', 'Delete Shop')
  await click('button', 'Cancel', await dialog())
  await noDialog()
  expect(api.calls('DELETE', '/webhook/{id}')).toEqual([])
  await click('button', 'Delete Shop')
  await text(/This cannot be undone\./, await dialog())
  await click('button', 'Delete webhook', await dialog())
  await text(/^Deleted the webhook/)
  expect(api.calls('DELETE', '/webhook/{id}')).toHaveLength(1)
})

it('the list shows the address of each webhook and the result of its last message', async () => {
  const url = 'https://shop.example/hook'
  api.on('GET', '/webhook', () => listOf([itemOf('/webhook', { name: 'Ourselves', url })]))
  api.on('GET', '/webhook/{id}/delivery', () => ({
    ...listOf([itemOf('/webhook/{id}/delivery', { status: 'failed', response_code: 503 })]),
    limit: 10,
  }))
  openPage('/webhooks')
  await text(url)
  await text('failed')
  await text(/^503 ·/)
})
