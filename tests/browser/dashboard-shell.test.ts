import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMember } from '../people.ts'
import { stack } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const storedKey = (page: Page) => page.evaluate(() => sessionStorage.getItem('fingerpost-key'))

describe('signing in', () => {
  it('accepts an API key, rejects an invalid one with a message, and deletes it on sign-out', async () => {
    const { page, complaints, close } = await openDashboard(browser, '/', { apiKey: null })
    await page.getByRole('button', { name: 'Use an API key' }).click()
    await page.getByLabel('API key').fill('fp_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Invalid API key.').waitFor()
    expect(await storedKey(page)).toBeNull()

    await page.getByLabel('API key').fill(` ${stack.apiKey} `)
    await page.keyboard.press('Enter')
    await heading(page, 'Links').waitFor()
    expect(await storedKey(page)).toBe(stack.apiKey)
    expect(page.url()).not.toContain(stack.apiKey)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Fingerpost').waitFor()
    expect(await storedKey(page)).toBeNull()
    expect(complaints).toEqual([])
    await close()
  })

  it('by a one-time link asks for confirmation, works once, and leaves neither token nor key behind', async () => {
    const team = await newTeam('One-time link')
    await newMember(team.api, 'owner')
    const headers = { 'x-api-key': team.key }
    const made = await fetch(`${stack.url}/app/sign-in`, { method: 'POST', headers })
    const { token } = (await made.json()) as { token: string }
    expect(made.status).toBe(201)
    const first = await openDashboard(browser, `/links#signin=${token}`, { apiKey: null })
    const confirm = first.page.getByRole('button', { name: /^Sign in to / })
    await confirm.waitFor()
    expect(await storedKey(first.page)).toBeNull()
    expect(first.page.url()).toBe(`${stack.url}/app/links`)
    await confirm.click()
    await heading(first.page, 'Links').waitFor()
    expect(await storedKey(first.page)).toBe(team.key)
    expect(first.page.url()).toBe(`${stack.url}/app/links`)
    await first.page.getByRole('button', { name: 'Sign out' }).click()
    await heading(first.page, 'Sign in to Fingerpost').waitFor()
    expect(await storedKey(first.page)).toBeNull()
    await first.close()

    const second = await openDashboard(browser, `/#signin=${token}`, { apiKey: null })
    await second.page.getByText('This sign-in link was already used').waitFor()
    expect(await storedKey(second.page)).toBeNull()
    await second.close()
  })

  it('ends with a message when the key is revoked', async () => {
    const { page, close } = await openDashboard(browser, '/links', { apiKey: `${stack.apiKey}x` })
    await page.getByText('This API key is no longer valid.').waitFor()
    expect(await storedKey(page)).toBeNull()
    await close()
  })
})

describe('every page', () => {
  it('is reached by shortcuts, has its own title, and is found by the command palette', async () => {
    const { page, complaints, close } = await openDashboard(browser, '/')
    await heading(page, 'Links').waitFor()
    for (const [keys, name] of [
      ['g a', 'Analytics'],
      ['g f', 'Folders'],
      ['g t', 'Tags'],
      ['g d', 'Domains'],
      ['g b', 'Bio page'],
      ['g k', 'API keys'],
      ['g w', 'Webhooks'],
      ['g s', 'Settings'],
      ['g l', 'Links'],
    ] as const) {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
      await heading(page, name).waitFor()
      expect(await page.title()).toBe(`${name} · Fingerpost`)
    }
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Find links, pages and actions').fill('webh')
    await page.keyboard.press('Enter')
    await heading(page, 'Webhooks').waitFor()
    await page.keyboard.press('?')
    await page.getByText('Go to Analytics').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('has a skip link, one h1, and marks its place in the menu', async () => {
    const { page, close } = await openDashboard(browser, '/settings')
    await heading(page, 'Settings').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await expect.poll(() => page.locator('h1').count()).toBe(1)
    await expect
      .poll(() => page.locator('[aria-current=page]').first().textContent())
      .toBe('Settings')
    await close()
  })

  it('that does not exist shows a message and a link back', async () => {
    const { page, close } = await openDashboard(browser, '/nowhere')
    await page.getByRole('link', { name: 'Go to links' }).click()
    await heading(page, 'Links').waitFor()
    await close()
  })
})

describe('the first view', () => {
  const kilobytes = (bytes: number) => Number((bytes / 1_000).toFixed(1))

  // Compressed, as the gateway sends it to a browser with an empty cache.
  it.each([
    { path: '/links', h1: 'Links', parts: [], all: 200, scripts: 170 },
    {
      path: '/analytics',
      h1: 'Analytics',
      parts: ['canvas', 'path[data-shade]'],
      all: 250,
      scripts: 235,
    },
  ])('of $path is small', async ({ path, h1, parts, ...most }) => {
    const { page, close } = await openDashboard(browser, path)
    await heading(page, h1).waitFor()
    for (const part of parts) await page.locator(part).first().waitFor()
    await page.waitForLoadState('networkidle')
    const sent = await page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[])
        .filter(({ encodedBodySize }) => encodedBodySize > 0)
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    )
    await close()
    const sum = (files: typeof sent) => kilobytes(files.reduce((total, it) => total + it.bytes, 0))
    const scripts = sent.filter(({ name }) => name.endsWith('.js'))
    const sizes = { all: sum(sent), scripts: sum(scripts) }

    console.log(`First view of ${path}: ${sizes.all} kB, ${sizes.scripts} kB of it JavaScript`)
    expect(scripts.length).toBeGreaterThan(2)
    expect(sizes.all).toBeLessThan(most.all)
    expect(sizes.scripts).toBeLessThan(most.scripts)
  })
})
