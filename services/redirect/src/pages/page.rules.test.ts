import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  escapeHtml,
  methodNotAllowed,
  PAGES,
  pageStyle,
  previewPage,
  redirectAnswer,
  STYLE_HASH,
} from './page.rules.ts'

const header = ({ headers }: Answer, name: string) => headers[headers.indexOf(name) + 1]

it('the policy of a page allows exactly its own style', () => {
  expect(STYLE_HASH).toBe(createHash('sha256').update(pageStyle).digest('base64'))
})

describe('every page', () => {
  it.each(Object.entries({ ...PAGES, methodNotAllowed: methodNotAllowed('GET, HEAD') }))(
    '%s forbids scripts, frames and being kept, and says its length',
    (_, page) => {
      expect(header(page, 'Content-Security-Policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-.+'; .*base-uri 'none'; frame-ancestors 'none'; form-action 'none'$/,
      )
      expect(header(page, 'Cache-Control')).toBe('no-store')
      expect(header(page, 'X-Robots-Tag')).toBe('noindex')
      expect(header(page, 'Content-Length')).toBe(`${Buffer.byteLength(page.body)}`)
      expect(page.body).not.toContain('<script')
    },
  )

  it('says when to come again where that helps', () => {
    expect(header(PAGES.unavailable, 'Retry-After')).toBe('2')
    expect(header(PAGES.tooMany, 'Retry-After')).toBe('60')
  })
})

it('text that was typed by somebody stays text', () => {
  const evil = '"><script>alert(1)</script>\''
  const { body } = previewPage(evil, evil, evil, `/x?${evil}`)

  expect(body).not.toContain('<script')
  expect(escapeHtml(evil)).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;')
  expect(redirectAnswer(302, `https://e.com/?${evil}`, 'no-store').body).not.toContain('<script')
})
