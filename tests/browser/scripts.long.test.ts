import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCRIPT_PAYLOADS } from '../payloads.ts'
import { customer, stack } from '../stack.ts'
import { newBioTeam } from './bio-team.ts'
import { openChromium } from './chromium.ts'
import { isOtherError, watch } from './watch.ts'

const api = customer()
let browser: Browser
let domain_id: number

beforeAll(async () => {
  browser = await openChromium()
  const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
  domain_id = body.items[0]?.id ?? 0
}, 600_000)
afterAll(() => browser?.close())

async function createLink(fields: object): Promise<string> {
  const body = { url: 'https://example.com/', domain_id, title: 'x', ...fields }
  const answer = await api<{ short_url: string }>('POST', '/link', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.short_url
}

describe('a preview', () => {
  it('runs none of forty script injections in titles and urls', async () => {
    const page = await browser.newPage()
    const seen = watch(page, isOtherError)
    for (const payload of SCRIPT_PAYLOADS) {
      const url = `https://e.example/?${encodeURI(payload)}#${payload.replaceAll(/[\s\\]/g, '+')}`
      const short = await createLink({ title: payload, url, utm_source: payload })
      await page.goto(`${short}+?q=${encodeURIComponent(payload)}&${payload.replaceAll(/\s/g, '')}`)
      const shown = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
      expect(shown(await page.locator('h1').textContent())).toBe(shown(payload))
      expect(await page.locator('dd b').textContent()).toBe('e.example')
      await page.locator('a').hover()
      await page.locator('a').focus()
    }
    await page.close()

    expect(seen).toEqual([])
  })

  it('runs none of them in its URL, nor does the password form', async () => {
    const short = await createLink({ password: 'x' })
    const page = await browser.newPage()
    const seen = watch(page, isOtherError)
    for (const payload of SCRIPT_PAYLOADS) {
      await page.goto(`${short}?${payload.replaceAll(/\s/g, '')}#${payload}`)
      await page.getByLabel('Password').fill(payload.slice(0, 20))
      expect(await page.content()).not.toContain('alert(1)')
      await page.goto(new URL(`/${encodeURIComponent(payload)}`, stack.url).href)
      expect(await page.content()).not.toContain('alert(1)')
    }
    await page.close()

    expect(seen).toEqual([])
  })
})

describe('a bio page', () => {
  it('runs none of forty script injections in its profile', async () => {
    const { url, setProfile } = await newBioTeam()
    const page = await browser.newPage()
    const seen = watch(page)
    for (const payload of SCRIPT_PAYLOADS) {
      await setProfile({ title: payload, subtitle: payload })
      await page.goto(url)
      const shown = payload.replaceAll(/\s+/g, ' ')
      expect(((await page.locator('h1').textContent()) ?? '').replaceAll(/\s+/g, ' ')).toBe(shown)
    }
    await page.close()

    expect(seen).toEqual([])
  })

  it('runs none of them in its links, even when they are hovered', async () => {
    const { url, addLink } = await newBioTeam()
    for (const title of SCRIPT_PAYLOADS) {
      const link = { title, url: `https://github.com/?${title.replaceAll(/\s/g, '+')}` }
      await addLink(link)
    }
    const page = await browser.newPage()
    const seen = watch(page)
    await page.goto(url)
    const links = await page.locator('li a').all()
    for (const link of links) {
      await link.hover()
      await link.focus()
      expect(await link.getAttribute('href')).toMatch(/^\/@[\w-]+\?_link=\d+$/)
      expect(await link.getAttribute('title')).toMatch(/^https:\/\/github\.com\/\?/)
    }
    await page.close()

    expect(links).toHaveLength(40)
    expect(seen).toEqual([])
  })
})
