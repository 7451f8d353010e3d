import { type Answer, escapeHtml } from '@fingerpost/kit/visitor/page'
import { LANGUAGES } from '@fingerpost/messages'
import { describe, expect, it } from 'vitest'
import { passwordPage } from './form.rules.ts'
import { PAGES, tooManyGuesses } from './notice.rules.ts'
import { previewPage } from './preview.rules.ts'
import { redirectAnswer } from './redirect.rules.ts'
import { WORDS } from './words.rules.ts'

const header = ({ headers }: Answer, name: string) => headers[headers.indexOf(name) + 1]

const preview = {
  shortUrl: 'http://go.example/x',
  title: 'A title',
  destination: 'https://far.example/?a=1',
  onward: '/x?_via=preview',
}
const pages: Record<string, Answer> = {
  ...PAGES,
  form: passwordPage(false),
  formAgain: passwordPage(true),
  tooManyGuesses: tooManyGuesses(7),
  preview: await previewPage(preview),
}
const everyPage = Object.entries(pages).flatMap(([name, page]) =>
  LANGUAGES.map((language) => [name, language, page.inLanguage?.(language)] as const),
)

describe.each(everyPage)('the page %s in %s', (name, language, page) => {
  it('forbids scripts, framing and caching, and states its length and language', () => {
    if (!page) throw new Error('is not spoken')
    const leads = name.startsWith('form') ? "'self' http: https: .+" : "'none'"
    expect(header(page, 'Content-Security-Policy')).toMatch(
      new RegExp(
        `^default-src 'none'; style-src 'sha256-.+'; .*base-uri 'none'; frame-ancestors 'none'; form-action ${leads}$`,
      ),
    )
    expect(header(page, 'Cache-Control')).toBe('no-store')
    expect(header(page, 'X-Robots-Tag')).toBe('noindex')
    expect(header(page, 'Content-Length')).toBe(`${Buffer.byteLength(page.body)}`)
    expect(header(page, 'Content-Language')).toBe(language)
    expect(header(page, 'Vary')).toBe('Accept-Language')
    expect(page.body).toContain(`<html lang="${language}">`)
    expect(page.body).not.toMatch(/<script|style=| on\w+=|undefined/)
  })
})

it('pages have Retry-After if it helps', () => {
  expect(header(PAGES.unavailable, 'Retry-After')).toBe('2')
  expect(header(PAGES.tooMany, 'Retry-After')).toBe('60')
  expect(header(tooManyGuesses(7), 'Retry-After')).toBe('7')
})

it('all texts differ between languages', () => {
  expect(new Set(LANGUAGES.map((it) => PAGES.unavailable.inLanguage?.(it).body)).size).toBe(4)
  for (const name of Object.keys(WORDS.en) as (keyof typeof WORDS.en)[]) {
    const texts = LANGUAGES.map((language) => JSON.stringify(WORDS[language][name]))
    expect([name, new Set(texts).size]).toEqual([name, LANGUAGES.length])
  }
})

it('user input is escaped', async () => {
  const evil = '"><script>alert(1)</script>\''
  const fields = { shortUrl: evil, title: evil, destination: evil, onward: `/x?${evil}` }

  const page = await previewPage(fields)
  for (const language of LANGUAGES) {
    expect(page.inLanguage?.(language).body).not.toContain('<script')
  }
  expect(escapeHtml(evil)).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;')
  expect(redirectAnswer(302, `https://e.com/?${evil}`, 'no-store').body).not.toContain('<script')
})

describe('a preview', () => {
  it('shows the destination, title and QR code of the link', async () => {
    const { body } = await previewPage(preview)

    expect(body).toContain('<b>far.example</b><span tabindex="0">https://far.example/?a=1</span>')
    expect(body).toContain('<h1 dir="auto">A title</h1>')
    expect(body).toMatch(/<figure><svg viewBox="0 0 (\d+) \1".*<path d="M4 4h7v1h-7z/)
  })

  it('is titled with the host if the link has no title, or with the URL of an app', async () => {
    expect((await previewPage({ ...preview, title: '' })).body).toContain('>far.example</h1>')
    const app = await previewPage({ ...preview, title: '', destination: 'tg:resolve' })
    expect(app.body).toContain('<h1 dir="auto">tg:resolve</h1>')
    expect(app.body).not.toContain('<b>')
  })
})
