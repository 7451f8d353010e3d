import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customer, stack } from '../stack.ts'
import { openChromium } from './chromium.ts'
import { isOtherError, watch } from './watch.ts'

const api = customer()
let browser: Browser
let site: Server
let siteUrl: string
let domain_id: number
/** The pages requested at the destination, without the browser's favicon requests. */
const arrived: string[] = []

beforeAll(async () => {
  browser = await openChromium()
  site = createServer((request, response) => {
    if (request.url !== '/favicon.ico') arrived.push(request.url ?? '')
    response.setHeader('content-type', 'text/html').end('<title>There</title><h1>Arrived</h1>')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
  domain_id = body.items[0]?.id ?? 0
}, 600_000)
afterAll(async () => {
  await browser?.close()
  site?.close()
})

async function createLink(fields: object): Promise<string> {
  const body = { url: `${siteUrl}/place`, domain_id, title: 'x', ...fields }
  const answer = await api<{ short_url: string }>('POST', '/link', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.short_url
}

const VIEWS = [
  { width: 390, height: 780, colorScheme: 'light' },
  { width: 390, height: 780, colorScheme: 'dark' },
  { width: 1280, height: 760, colorScheme: 'light' },
  { width: 1280, height: 760, colorScheme: 'dark' },
] as const

describe('a link with a password', () => {
  it('is unlocked by keyboard after a wrong password, and then opens without asking', async () => {
    const url = await createLink({ password: 'open sesame', title: 'Only for friends' })
    const page = await browser.newPage()
    const answer = await page.goto(`${url}?a=1`)
    expect(answer?.status()).toBe(401)
    expect(await page.content()).not.toMatch(/Only for friends|\/place/)

    await page.keyboard.type('sesame')
    await page.keyboard.press('Enter')
    await page.locator('[role=alert]').waitFor()
    expect(await page.locator('[role=alert]').textContent()).toBe('Wrong password.')

    await page.getByLabel('Password').fill('open sesame')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${siteUrl}/place?a=1`)
    expect(await page.locator('h1').textContent()).toBe('Arrived')

    await page.goto(url)
    expect(page.url()).toBe(`${siteUrl}/place`)
    expect(arrived).toEqual(['/place?a=1', '/place'])
    await page.close()
  })

  it('reveals only its URL without the password, in any language', async () => {
    const url = await createLink({ password: 'x', title: 'Only for friends' })
    for (const [locale, word] of [
      ['en-GB', 'Password'],
      ['de-DE', 'Passwort'],
      ['es-ES', 'Contraseña'],
      ['fr-FR', 'Mot de passe'],
      ['cs-CZ', 'Password'],
    ] as const) {
      const page = await browser.newPage({ locale })
      const seen = watch(page, isOtherError)
      await page.goto(url)
      expect(await page.getByLabel(word).count()).toBe(1)
      expect(await page.content()).not.toMatch(/Only for friends|\/place/)
      expect(seen).toEqual([])
      await page.close()
    }
  })
})

describe('a preview', () => {
  it('shows the destination, a QR code to it, and a way to continue', async () => {
    const url = await createLink({ title: 'A walk by the sea' })
    const page = await browser.newPage()
    const seen = watch(page, isOtherError)
    await page.goto(`${url}+`)

    expect(await page.locator('h1').textContent()).toBe('A walk by the sea')
    expect(await page.locator('dd').first().textContent()).toContain(`${siteUrl}/place`)
    expect(await page.getByRole('img', { name: 'QR' }).boundingBox()).toMatchObject({
      width: expect.closeTo(176, -1),
    })
    expect(seen).toEqual([])
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(`${siteUrl}/place`)
    await page.close()
  })

  it.each(VIEWS)('fits $width pixels in $colorScheme, with words of any length', async (view) => {
    const url = `https://e.example/${'z'.repeat(2_000)}`
    const short = await createLink({ title: 'w'.repeat(200), url })
    const { colorScheme, ...viewport } = view
    const page = await browser.newPage({ viewport, colorScheme })
    for (const path of [`${short}+`, `${short}-none`, stack.url]) {
      await page.goto(path)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(paper).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(246, 245, 241)')
    }
    await page.close()
  })
})
