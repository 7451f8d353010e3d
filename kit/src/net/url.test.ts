import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl, checkUrl, URL_MAX } from './url.ts'

describe('a destination', () => {
  it.each([
    'https://example.com',
    'http://127.0.0.1/',
    'http://[::1]:8080/x',
    'https://e.com:22/',
    'https://e.com/日本?q=😀#ü',
    'https://e.com/?q=%',
    'https://e.com/a%0d%0aSet-Cookie:x=1',
    'https://e.com/@user?mail=a@b',
    'https://localhost.',
    'HTTPS://EXAMPLE.COM/Path',
  ])('may be %s', (url) => expect(checkUrl(url)).toBeUndefined())

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' \n javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.com/',
    'mailto:a@b',
    'intent://x#Intent;end',
    '//evil.com',
    '/relative',
    'h',
    '',
    'null',
    'http://',
    'https://',
    'http:evil.com',
    'http:\\\\evil.com',
    'http:///evil.com',
    'https://evil.com\\@good.com/',
    'http://[fe80::1%25eth0]/',
    'http://e.com:65536/',
    'http://exa mple.com/',
    'http://%zz/',
    'http://e..com/',
    'http://-e.com/',
    `http://${'a'.repeat(64)}.com/`,
    `http://${'a.'.repeat(130)}com/`,
    'https://e.com/\r\nSet-Cookie:x=1',
    'https://e.com/\u0000',
    ' https://e.com/',
    'https://e.com/ ',
    'https://e.com/a\tb',
  ])('may not be %j', (url) => expect(checkUrl(url)).toMatchObject({ code: 'invalid_url' }))

  it.each(['https://user:pass@evil.com/', 'https://paypal.com@evil.com/', 'https://@e.com/'])(
    'may not carry credentials: %s',
    (url) => expect(checkUrl(url)).toMatchObject({ code: 'credentials_not_allowed' }),
  )

  it('may be as long as the limit', () => {
    const url = `https://e.com/${'a'.repeat(URL_MAX)}`

    expect(checkUrl(url.slice(0, URL_MAX))).toBeUndefined()
    expect(checkUrl(url)).toMatchObject({ code: 'url_too_long' })
  })

  it.each([
    ['https://e.com/', 'ä', {}],
    ['https://e.com/?q=', '日', {}],
    ['https://e.com/#', '😀', {}],
    ['https://e.com/', ' a', {}],
    ['https://E.com/', '"', {}],
    ['whatsapp://send?text=', 'ä', { apps: true }],
  ])('is measured as it is stored: %s with %s', (start, piece, options) => {
    const bytes = canonicalUrl(start + piece.repeat(2)).length - canonicalUrl(start + piece).length
    const fitting = start + piece.repeat(Math.floor((URL_MAX - start.length) / bytes))

    expect(checkUrl(fitting, options)).toBeUndefined()
    expect(checkUrl(canonicalUrl(fitting), options)).toBeUndefined()
    expect(checkUrl(fitting + piece, options)).toMatchObject({ code: 'url_too_long' })
  })

  it('may open a known app only if apps are allowed', () => {
    const apps = { apps: true }

    expect(checkUrl('itms-apps://itunes.apple.com/app/id1', apps)).toBeUndefined()
    expect(checkUrl('https://e.com/', apps)).toBeUndefined()
    expect(checkUrl('javascript:alert(1)', apps)).toBeDefined()
    expect(checkUrl('market:', apps)).toBeDefined()
  })
})

describe('a URL in a URL of an app is checked like a destination:', () => {
  const intent = (more: string) => `intent://x/#Intent;scheme=zxing;package=a.b;${more}end`

  it.each([
    intent(''),
    intent('S.browser_fallback_url=https%3A%2F%2Fe.com%2F%3Fa%3D%25;'),
    'whatsapp://send?text=Some%20data:%20https%3A%2F%2Fe.com',
    'fb://facewebmodal/f?href=https://e.com/',
    'market://details?id=a&type=file',
    'whatsapp://send?text=Content%3A%20data',
    'whatsapp://send?text=Data%3A%205%2C%20javascript%20is%2Ffun',
    'whatsapp://send?text=I%20like%3A%20javascript%3A%20yes',
    'spotify:track:6rqhFgbbKwnb9MLmUQDhG6',
    'tg://resolve?domain=a&post=1',
    'vnd.youtube:dQw4w9WgXcQ',
    'fb://page/javascript/data/1',
    'android-app://com.x/https/e.com/javascript?file=data',
    intent('S.browser%5Ffallback_url=https%3A%2F%2Fe.com%2F%3Ba;'),
  ])('%s may be opened', (url) => expect(checkUrl(url, { apps: true })).toBeUndefined())

  it.each([
    intent('S.browser_fallback_url=javascript:alert(1);'),
    intent('S.browser_fallback_url=JavaScript%3Aalert(1);'),
    intent('S.browser_fallback_url=%20javascript%3Aalert(1);'),
    intent('S.browser_fallback_url=%6aavascript%3Aalert(1);S.a=%ff;'),
    intent('S.browser_fallback_url=javascript%253Aalert(1);'),
    intent('S.any=javascript%3A%ffalert(1);'),
    intent(`S.any=%${'25'.repeat(2_000)}3a;`),
    intent('S.browser_fallback_url=data%3Atext%2Fhtml%2Cx;'),
    intent('S.browser_fallback_url=;'),
    intent('S.browser_fallback_url=%2F%2Fe.com;'),
    intent('S.browser_fallback_url=https%3A%2F%2Fuser%40e.com;'),
    intent('S.browser_fallback_url=https://e.com/;S.browser_fallback_url=https://f.com/;'),
    intent('S.browser%5Ffallback_url=https%3A%2F%2Fu%3Ap%40e.com;'),
    intent('S.browser%5Ffallback_url=ftp%3A%2F%2Fe.com;'),
    intent('S.%62rowser_fallback_url=%2F%2Fe.com;'),
    intent('S.browser_fallback_url=https://e.com/;S.browser%5Ffallback_url=https://f.com/;'),
    intent('S.browser%5Ffallback_url=java%09script%3Aalert(1);'),
    intent('S.x=java%09script%3Aalert(1);'),
    intent('S.x=java%250Ascript%3Aalert(1);'),
    intent('S.x=data%3Atext/html%3B%20charset%3Dutf-8%2C<script>;'),
    intent('S.x=chrome-extension%3A%2F%2Fa%2Fb.html;'),
    intent('S.x=chrome%3A%2F%2Fsettings;'),
    intent('S.x=+javascript%3Aalert(1);'),
    'fb://facewebmodal/f?href=java%0Ascript:alert(1)',
    'fb://facewebmodal/f?javascript:alert(1)',
    'fb://facewebmodal/f?a=b#S.browser%5Ffallback_url=ftp://e.com',
    'vnd.youtube:javascript:alert(1)',
    'vnd.youtube:%20javascript:alert(1)',
    'android-app://com.x/javascript:alert(1)',
    'android-app://com.x/javascript/alert(1)',
    'android-app://com.x/file',
    'intent:javascript:alert(1)#Intent;end',
    'intent://x/#Intent;scheme=javascript;end',
    'intent:#Intent;scheme=file;end',
    'fb://facewebmodal/f?href=javascript%3Aalert(1)',
    'market://details?id=a&url=file:///etc/passwd',
  ])('%s may not', (url) => expect(checkUrl(url, { apps: true })).toBeDefined())
})

describe('the stored form of a destination', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://e.com/a/../b?q=%&&x', 'https://e.com/a/../b?q=%&&x'],
    ['https://e.com:443/', 'https://e.com:443/'],
    ['http://0x7f000001/', 'http://127.0.0.1/'],
    ['http://ⓔⓧⓐⓜⓟⓛⓔ.com', 'http://example.com/'],
    ['http://%65%76il.com/', 'http://evil.com/'],
    ['http://аррӏе.com/', 'http://xn--80ak6aa92e.com/'],
    ['https://e.com/日本', 'https://e.com/%E6%97%A5%E6%9C%AC'],
  ])('of %s is %s', (url, stored) => expect(canonicalUrl(url)).toBe(stored))

  it('is one line of ASCII and leads to the same place', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        if (checkUrl(url)) return
        const stored = canonicalUrl(url)
        expect(stored).toMatch(/^[\x21-\x7e]+$/)
        expect(new URL(stored).href).toBe(new URL(url).href)
        expect(checkUrl(stored)).toBeUndefined()
        expect(canonicalUrl(stored)).toBe(stored)
      }),
    )
  })
})
