import { renderPage } from '@fingerpost/kit/visitor/page'
import { describe, expect, it } from 'vitest'
import { PLATFORMS, type PlatformType } from '../platforms/table.rules.ts'
import { bioPage, imageOf, type PublicLink, type PublicPage } from './page.rules.ts'

const htmlOf = (it: PublicPage) => renderPage(bioPage(it), 'en').body

const types = Object.keys(PLATFORMS) as PlatformType[]
const link = (fields: Partial<PublicLink> = {}): PublicLink => ({
  id: 1,
  type: 'github',
  url: 'https://github.com/octocat',
  title: null,
  username: null,
  ...fields,
})
const page = (fields: Partial<PublicPage> = {}): PublicPage => ({
  id: 1,
  organization: { id: '7', name: 'Ours', slug: 'ours', logo: null },
  bio: null,
  links: [],
  ...fields,
})
const bio = (fields: object) => ({
  title: null,
  subtitle: null,
  email: null,
  image: null,
  ...fields,
})

describe('a page', () => {
  it('is smaller than 30 kB with a hundred links of all platforms', () => {
    const links = Array.from({ length: 100 }, (_, id) => {
      const type = types[id % types.length] as PlatformType
      const name = type === 'whatsapp' ? '420777123456' : 'fingerpost'
      return link({
        id,
        type,
        url: PLATFORMS[type].url?.(name) ?? `https://${name}.example/`,
        username: name,
      })
    })
    const html = htmlOf(page({ bio: bio({ title: 'All', subtitle: 'x'.repeat(512) }), links }))

    expect(Buffer.byteLength(html)).toBeLessThan(30_000)
  })

  it('escapes every text, in tags, attributes and the title', () => {
    const evil = `"'><script>alert(1)</script></title></style>`
    const html = htmlOf(
      page({
        organization: { id: '7', name: evil, slug: evil, logo: evil },
        bio: bio({ title: evil, subtitle: evil, email: `${evil}@e.com` }),
        links: [link({ title: evil, username: evil, url: `https://e.com/?${evil}` })],
      }),
    )

    expect(html.match(/<[a-z]+/g)).not.toContain('<script')
    expect(html.match(/<\/(style|title)>/g)).toHaveLength(2)
    expect(html).not.toMatch(/"'>/)
  })

  it('shows the platform for a link without a title, and its destination', () => {
    const shown = (fields: Partial<PublicLink>) => {
      const html = htmlOf(page({ links: [link(fields)] }))
      return [...html.matchAll(/<(bdi|small)>(.*?)<\/\1>/g)].map(([, , text]) => text)
    }

    expect(shown({})).toEqual(['GitHub', 'github.com/octocat'])
    expect(shown({ title: 'Code', username: 'octocat' })).toEqual(['Code', '@octocat'])
    expect(shown({ url: 'https://www.e.com/' })).toEqual(['GitHub', 'e.com'])
    expect(shown({ type: 'whatsapp', username: '+420777123456' })[1]).toBe('+420777123456')
  })

  it('counts visits of its links, and names their destinations', () => {
    const html = htmlOf(page({ links: [link({ id: 5, title: 'Code' })] }))

    expect(html).toContain(
      '<a href="/@ours?_link=5" rel="me nofollow noopener" title="https://github.com/octocat">',
    )
  })

  it('names the addresses by which Mastodon, Threads and websites verify their accounts', () => {
    const url = 'https://social.example/@ann'
    const linked = (type: PlatformType) => htmlOf(page({ links: [link({ type, url })] }))

    for (const type of ['mastodon', 'threads', 'website'] as const) {
      expect(linked(type)).toContain(`<link rel="me" href="${url}"/>`)
    }
  })

  it('shows the host for a website without a title, and its address if that is longer', () => {
    const shown = (url: string, title: string | null = null) => {
      const html = htmlOf(page({ links: [link({ type: 'website', url, title })] }))
      return [...html.matchAll(/<(bdi|small)>(.*?)<\/\1>/g)].map(([, , text]) => text)
    }

    expect(shown('https://www.shop.example/')).toEqual(['shop.example'])
    expect(shown('https://shop.example/new?a=b')).toEqual(['shop.example', 'shop.example/new?a=b'])
    expect(shown('https://shop.example/', 'Shop')).toEqual(['Shop', 'shop.example'])
  })

  it('shows the first grapheme of its name', () => {
    const initial = (name: string) =>
      /aria-hidden="true">([^<]*)</.exec(
        htmlOf(page({ organization: { id: '7', name, slug: 'x', logo: null } })),
      )?.[1]

    expect(['žofie', '👩‍🚀 crew', 'نور', ''].map(initial)).toEqual(['Ž', '👩‍🚀', 'ن', ''])
  })
})

describe('an image', () => {
  it('is the team’s own or else its logo, and never anything but https', () => {
    const organization = { id: '7', name: 'O', slug: 'o', logo: 'https://e.com/logo' }

    expect(imageOf(page({ organization, bio: bio({ image: 'https://e.com/own' }) }))).toBe(
      'https://e.com/own',
    )
    expect(imageOf(page({ organization }))).toBe('https://e.com/logo')
    for (const image of ['javascript:alert(1)', 'http://192.168.0.1/x', 'https://u:p@e.com/']) {
      expect(imageOf(page({ bio: bio({ image }) }))).toBeUndefined()
      expect(imageOf(page({ organization, bio: bio({ image }) }))).toBe('https://e.com/logo')
    }
  })
})
