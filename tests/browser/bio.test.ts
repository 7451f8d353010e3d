import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBioTeam } from './bio-team.ts'
import { openChromium } from './chromium.ts'
import { watch } from './watch.ts'

let browser: Browser
/** The address of a page with long words. */
let wordy: string

beforeAll(async () => {
  browser = await openChromium()
  const { url, setProfile, addLink } = await newBioTeam()
  wordy = url
  await setProfile({ title: 'x'.repeat(512), subtitle: 'y'.repeat(512) })
  await addLink({ url: `https://github.com/${'z'.repeat(2_000)}`, title: 'w'.repeat(512) })
}, 600_000)
afterAll(() => browser?.close())

const VIEWS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const

describe('a bio page', () => {
  it.each(VIEWS)('fits $width pixels in $colorScheme, with words of any length', async (view) => {
    const { colorScheme, ...viewport } = view
    const page = await browser.newPage({ viewport, colorScheme })
    const seen = watch(page)
    await page.goto(wordy)

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(paper).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(246, 245, 241)')
    await page.close()
    expect(seen).toEqual([])
  })

  it('is laid out from right to left for a right-to-left title', async () => {
    const { url, setProfile, addLink } = await newBioTeam()
    await setProfile({ title: 'مكتبة الإسكندرية' })
    await addLink({ url: 'bibalex', type: 'instagram' })
    const page = await browser.newPage()
    await page.goto(url)
    const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? 0

    expect(await left('li svg')).toBeGreaterThan(await left('li b'))
    await page.close()
  })

  it('shows its picture', async () => {
    const { url, setProfile } = await newBioTeam()
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
    const { url, setProfile } = await newBioTeam()
    await setProfile({ title: 'žofie', image: 'https://pictures.example/none.png' })
    const page = await browser.newPage()
    await page.route('https://pictures.example/*', (route) => route.abort())
    await page.goto(url)

    await expect.poll(() => page.locator('.avatar').textContent()).toBe('Ž')
    await expect.poll(() => page.locator('.avatar img').count()).toBe(1)
    await page.close()
  })
})
