import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import { click, copied, dialog, fill, noDialog, openPage, text, user } from '../../testing/app.tsx'
import { example, exampleOf, itemOf, listOf } from '../../testing/document.ts'

const PENDING = { verified: false, proof_state: 'pending' } as const

it('a domain is added, shows the DNS records to set and those found, and is configured', async () => {
  let refused = true
  const domains: unknown[] = []
  api.on('GET', '/domain', () => listOf(domains))
  api.on('POST', '/domain', () => {
    if (refused) return refuse('invalid_request', { name: 'must be a host name' })
    domains.push(itemOf('/domain', PENDING))
    return undefined
  })
  api.on('GET', '/domain/{id}', () => exampleOf('/domain/{id}', PENDING))
  api.on('POST', '/domain/{id}/verify', () => ({ ...example('POST', '/domain'), ...PENDING }))
  api.on('PATCH', '/domain/{id}')
  openPage('/domains')
  await text('No domain yet')
  const [add] = screen.getAllByRole('button', { name: 'Add domain' })
  await user.click(add as HTMLElement)
  await fill('Name', 'not a name', await dialog())
  await click('button', 'Add', await dialog())
  await (await dialog()).findByRole('alert')
  refused = false
  await fill('Name', 'go.shop.example', await dialog())
  await click('button', 'Add', await dialog())

  await text('_verify.go.shop.example', await dialog())
  const panel = await dialog()
  expect(await panel.findAllByText('Nothing found there yet.')).not.toEqual([])
  await text('1. Verify your domain', panel)
  await text('2. Point it to this server', panel)
  await text(/^Add an A or AAAA record|^Add this CNAME record/, panel)
  await text(/^HTTPS: /, panel)
  expect(panel.queryByText(/localhost/)).toBeNull()
  const [copyName] = panel.getAllByRole('button', { name: 'Copy name' })
  await user.click(copyName as HTMLElement)
  expect(await copied()).toBe('_verify.go.shop.example')
  await fill('Length of generated slugs', '9', panel)
  await fill('Root redirect', 'https://shop.example/new', panel)
  await click('button', 'Save', panel)
  await noDialog()
  expect(api.calls('PATCH', '/domain/{id}')).toMatchObject([
    { body: { slug_length: 9, root_url: 'https://shop.example/new' } },
  ])
})

it('the deletion of a domain with links is refused by the server, and nothing is called deleted', async () => {
  let isUsed = true
  api.on('DELETE', '/domain/{id}', () => (isUsed ? refuse('domain_in_use') : undefined))
  openPage('/domains')
  await click('button', 'Delete go.shop.example')
  await click('button', 'Delete domain', await dialog())
  await (await dialog()).findByRole('alert')
  expect(screen.queryByText(/^Deleted the domain/)).toBeNull()

  isUsed = false
  await click('button', 'Delete domain', await dialog())
  await text('Deleted the domain go.shop.example')
})
