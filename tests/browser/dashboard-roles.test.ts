import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../gateway/src/moves/archive.adapter.ts'
import { newMember } from '../people.ts'
import { admin, stack } from '../stack.ts'
import { newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, openAs } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

describe('a viewer', () => {
  it('is offered only what the role allows', async () => {
    const team = await newTeam('Viewing')
    const { id: domainId } = await admin<{ id: number }>(
      'domain',
      'add',
      `${unique('view')}.example`,
      '--org',
      team.orgId,
      '--verified',
    )
    const link = { url: 'https://example.com/', domain_id: domainId, slug: 'seen' }
    const made = await team.api<{ id: string }>('POST', '/link', link)
    expect(made.status).toBe(201)
    expect((await team.api('POST', '/tag', { name: 'Seen tag' })).status).toBe(201)
    const { page, complaints, close } = await openAs(
      browser,
      await newMember(team.api, 'viewer'),
      '/links',
    )
    const refused: string[] = []
    page.on('response', (it) => it.status() === 403 && refused.push(it.url()))
    const menu = page.getByRole('navigation', { name: 'Pages' })
    await page.getByRole('link', { name: /\/seen$/ }).waitFor()
    for (const name of ['Trash', 'API keys', 'Webhooks', 'Audit log']) {
      expect(await menu.getByText(name).count(), name).toBe(0)
    }
    await expect
      .poll(() => page.getByRole('button', { name: 'Export', exact: true }).count())
      .toBe(1)
    expect(await page.getByText('Create link').count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('button', { name: 'Actions for seen' }).click()
    await page.getByRole('menuitem', { name: 'QR code' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /Delete|Duplicate|Edit/ }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'View' }).click()
    await page.getByText('Your role can view this').waitFor()
    expect(await page.getByLabel('Destination').first().isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await page.goto(`${stack.url}/app/team/${team.orgId}/links/${made.body.id}`)
    await page.getByRole('heading', { level: 2, name: 'View' }).waitFor()

    for (const [path, shown] of [
      ['tags', 'Seen tag'],
      ['domains', 'Verified'],
      ['settings', 'Your role can view this'],
      ['bio', 'Your role can view this'],
      ['members', 'Viewer'],
    ] as const) {
      await page.goto(`${stack.url}/app/team/${team.orgId}/${path}`)
      await page.getByText(shown).first().waitFor()
      const changes = page.getByRole('button', { name: /^(Create|Add|Edit|Delete|Invite|Save)/ })
      for (const button of await changes.all()) expect(await button.isDisabled(), path).toBe(true)
    }
    expect(refused).toEqual([])
    await page.goto(`${stack.url}/app/team/${team.orgId}/audit`)
    await page.getByText('Your role does not include this page').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

it('an owner exports the team that is shown, not the first one of the person', async () => {
  const owner = await newMember((await newTeam('First')).api, 'owner')
  const made = await owner.api<{ id: string }>('POST', '/organization', { name: unique('Shown') })
  const { page, complaints, close } = await openAs(browser, owner, `/team/${made.body.id}/settings`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export team' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`team-${made.body.id}.zip`)
  const archive = await openArchive(await file.path())
  archive.close()
  expect(archive.manifest.organization.id).toBe(made.body.id)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})
