import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCRIPT_PAYLOADS } from '../payloads.ts'
import { customer, stack } from '../stack.ts'
import { openChromium } from './chromium.ts'

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

/** Dialogs, errors (of scripts and of the policy), and requests to other origins. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A page with a status of 400 or above is logged as an error too.
    if (message.type() !== 'error' || /status of 4\d\d/.test(message.text())) return
    seen.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== stack.url && protocol !== 'data:') seen.push(`request: ${request.url()}`)
  })
  return seen
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
      const seen = watch(page)
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
    const seen = watch(page)
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

  it('runs none of forty script injections in titles and urls', async () => {
    const page = await browser.newPage()
    const seen = watch(page)
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
    const seen = watch(page)
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
