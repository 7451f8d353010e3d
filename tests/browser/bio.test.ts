import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCRIPT_PAYLOADS } from '../payloads.ts'
import { admin, customer, stack } from '../stack.ts'
import { openChromium } from './chromium.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

async function newTeam() {
  const { api_key } = await admin<{ api_key: string }>('org', 'create', 'Browser team')
  const api = customer(api_key)
  const { body } = await api<{ organization: { slug: string } }>('GET', '/bio')
  const change = async (method: string, path: string, fields: object) => {
    const { status, body } = await api(method, path, fields)
    if (status >= 400) throw new Error(JSON.stringify(body))
  }
  return {
    url: `${stack.url}/@${body.organization.slug}`,
    setProfile: (fields: object) => change('PUT', '/bio', fields),
    addLink: (fields: object) => change('POST', '/bio/link', fields),
  }
}

/** Collects everything that a page must not do. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => seen.push(`${message.type()}: ${message.text()}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== stack.url && protocol !== 'data:') seen.push(`request: ${request.url()}`)
  })
  return seen
}

const VIEWS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const

describe('a bio page', () => {
  it('runs none of forty script injections in its profile', async () => {
    const { url, setProfile } = await newTeam()
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
    const { url, addLink } = await newTeam()
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
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/github\.com\/\?/)
    }
    await page.close()

    expect(links).toHaveLength(40)
    expect(seen).toEqual([])
  })

  it.each(VIEWS)('fits $width pixels in $colorScheme, with words of any length', async (view) => {
    const { url, setProfile, addLink } = await newTeam()
    await setProfile({ title: 'x'.repeat(512), subtitle: 'y'.repeat(512) })
    const link = { url: `https://github.com/${'z'.repeat(2_000)}`, title: 'w'.repeat(512) }
    await addLink(link)
    const { colorScheme, ...viewport } = view
    const page = await browser.newPage({ viewport, colorScheme })
    const seen = watch(page)
    await page.goto(url)

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(paper).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(246, 245, 241)')
    await page.close()
    expect(seen).toEqual([])
  })

  it('is laid out from right to left for a right-to-left title', async () => {
    const { url, setProfile, addLink } = await newTeam()
    await setProfile({ title: 'مكتبة الإسكندرية' })
    await addLink({ url: 'bibalex', type: 'instagram' })
    const page = await browser.newPage()
    await page.goto(url)
    const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? 0

    expect(await left('li svg')).toBeGreaterThan(await left('li b'))
    await page.close()
  })

  it('shows its picture', async () => {
    const { url, setProfile } = await newTeam()
    const image = 'https://pictures.example/ours.svg'
    await setProfile({ image })
    const page = await browser.newPage()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    await page.route(image, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
    const seen = watch(page)
    await page.goto(url)

    expect(
      await page.evaluate('document.querySelector(".avatar img").naturalWidth'),
    ).toBeGreaterThan(0)
    await page.close()
    expect(seen).toEqual([`request: ${image}`])
  })

  it('shows the initial if the picture does not load', async () => {
    const { url, setProfile } = await newTeam()
    await setProfile({ title: 'žofie', image: 'https://pictures.example/none.png' })
    const page = await browser.newPage()
    await page.route('https://pictures.example/*', (route) => route.abort())
    await page.goto(url)

    expect(await page.locator('.avatar').textContent()).toBe('Ž')
    expect(await page.locator('.avatar img').count()).toBe(1)
    await page.close()
  })
})
