import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBioTeam } from './bio-team.ts'
import { openChromium } from './chromium.ts'
import { openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

const frameOf = async (page: Page): Promise<Frame> => {
  const element = await page.waitForSelector('iframe[title="Your bio page"]')
  const frame = await element.contentFrame()
  await frame?.waitForSelector('footer')
  return frame as Frame
}

/** Every element of the body in order, with its own text, its place and all of its computed style. */
const looks = (frame: Frame | Page) =>
  frame.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((it) => {
      const style = getComputedStyle(it)
      const { x, y, width, height } = it.getBoundingClientRect()
      const own = [...it.childNodes].filter(({ nodeType }) => nodeType === 3)
      return {
        tag: it.tagName,
        text: own.map(({ textContent }) => textContent).join(''),
        href: it.getAttribute('href'),
        box: [x, y, width, height].map(Math.round),
        style: Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)])),
      }
    }),
  )

it('the preview of the bio page has the texts, order and styles of the public page', async () => {
  const { apiKey, url, setProfile, addLink } = await newBioTeam()
  await setProfile({ title: 'Saved', subtitle: 'Prints\nand books', email: 'hello@shop.example' })
  await addLink({ url: 'https://www.shop.example/new', type: 'website' })
  await addLink({ url: '@shop', type: 'instagram', title: 'Pictures' })
  await addLink({ url: '@hidden', type: 'github', enabled: false })
  await addLink({ url: 'https://youtu.be/x' })
  const { page, complaints, close } = await openDashboard(browser, '/bio', { apiKey })
  const frame = await frameOf(page)
  const box = await page.locator('iframe[title="Your bio page"]').boundingBox()
  const viewport = { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
  const visitor = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  await visitor.goto(url)
  const shown = await looks(visitor)

  expect(await looks(frame)).toEqual(shown)
  expect(shown.filter(({ tag }) => tag === 'SMALL').map(({ text }) => text)).toEqual([
    'shop.example/new',
    '@shop',
    'youtu.be/x',
  ])

  expect(await page.getByLabel('Tagline').inputValue()).toBe('Prints\nand books')
  await page.getByLabel('Title').fill('Typed')
  await page.getByLabel('Email').fill('unfinished@')
  await page.frameLocator('iframe').getByRole('heading', { name: 'Typed' }).waitFor()
  const typed = await looks(await frameOf(page))
  await visitor.reload()
  expect(await looks(visitor)).toEqual(shown)
  await setProfile({ title: 'Typed' })
  await visitor.reload()
  expect(typed).toEqual(await looks(visitor))
  await visitor.close()
  expect(complaints).toEqual([])
  await close()
})

it('a link in the preview opens its destination in a new tab', async () => {
  const { apiKey, addLink } = await newBioTeam()
  await addLink({ url: '@shop', type: 'youtube' })
  const { page, complaints, close } = await openDashboard(browser, '/bio', { apiKey })
  const context = page.context()
  await context.route('https://www.youtube.com/**', (route) => route.fulfill({ body: 'Films' }))
  const opened = context.waitForEvent('page')
  await page.frameLocator('iframe').getByRole('link', { name: 'YouTube' }).click()
  const tab = await opened
  await tab.waitForURL('https://www.youtube.com/@shop')

  expect(await tab.evaluate('window.opener')).toBe(null)
  expect(complaints).toEqual([])
  await close()
})
