import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { png } from '../../services/bio/src/testing/pictures.ts'
import { newBioTeam } from './bio-team.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

it('a picture is chosen or dropped, shown in the preview and to visitors, and removed', async () => {
  const { apiKey, url } = await newBioTeam()
  const { page, complaints, close } = await openDashboard(browser, '/bio', { apiKey })
  const shown = page.frameLocator('iframe').locator('.avatar img')
  const input = page.locator('input[type=file]')
  await page.getByLabel('Title').fill('Not saved yet')
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(50, 50) })
  await shown.waitFor()
  const first = await shown.getAttribute('src')
  expect(await page.getByLabel('Title').inputValue()).toBe('Not saved yet')
  const html = await (await fetch(url)).text()
  expect(html).toContain(`src="${first}"`)
  expect(html).not.toContain('Not saved yet')
  await expectAccessible(page)

  // Larger than the API accepts; the dashboard makes it smaller.
  const noise = Buffer.concat([png(5_000, 4_000, [0, 0, 255, 255]), Buffer.alloc(6 * 1024 * 1024)])
  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer()
    const content = Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0))
    transfer.items.add(new File([content], 'large.png', { type: 'image/png' }))
    return transfer
  }, noise.toString('base64'))
  await page.getByText('You can also drop it here').dispatchEvent('drop', { dataTransfer: data })
  await expect.poll(() => shown.getAttribute('src')).not.toBe(first)
  await expect.poll(() => shown.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(400)

  expect(complaints).toEqual([])
  await input.setInputFiles({
    name: 'a.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await page.getByRole('alert').getByText('must be a complete PNG, JPEG or WebP image').waitFor()
  await page.getByRole('button', { name: 'Remove image' }).click()
  await shown.waitFor({ state: 'detached' })
  expect(await (await fetch(url)).text()).not.toContain('<img')
  await close()
})
