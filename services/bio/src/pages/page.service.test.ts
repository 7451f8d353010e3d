import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { Platform } from '@fingerpost/protos/bio/v1/bio_link'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../testing/pictures.ts'
import { callers, log, type Stand, startStand } from '../testing/stand.ts'

const lifecycle = new Lifecycle(log)
const teams = [
  { id: 7, name: 'Ours', slug: 'ours' },
  { id: 8, name: 'Čmelák', slug: 'čmelák', logo: 'http://pics.example:81/logo.png' },
]
const caller = callers.ours
let stand: Stand

beforeAll(async () => {
  stand = await startStand(lifecycle, { teams })
})
afterAll(() => lifecycle.close())

/** A request with its own Host header, which fetch does not allow. */
async function lookAt(url: string, host: string, path: string): Promise<IncomingMessage> {
  const asked = get(`${url}${encodeURI(path)}`, { headers: { host } })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

async function statusAt(url: string, host: string, path: string): Promise<number | undefined> {
  const response = await lookAt(url, host, path)
  response.resume()
  return response.statusCode
}

const bodyAt = async (url: string, host: string, path: string) =>
  bodyOf(await lookAt(url, host, path))

/** The canonical address of a page, and its meta elements about content. */
const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<(?:link|meta) ([^>]*)>/g)].flatMap(([, attributes = '']) => {
      const { rel, name, property, content, href } = Object.fromEntries(
        [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      )
      const names = [rel, name, property].filter((it) => it && it !== 'icon' && it !== 'viewport')
      return names.map((it) => [it, content ?? href])
    }),
  )
const text = async (path: string) => (await stand.look(path)).text()

describe('with INSTANCE_HOST', () => {
  it('a page and its links are on the instance host and on the domains of the own team', async () => {
    const { httpUrl, links } = await startStand(lifecycle, {
      teams,
      instanceHost: 'links.example',
    })
    const status = (host: string, path: string) => statusAt(httpUrl, host, path)
    const link = { url: 'ann', platform: Platform.PLATFORM_GITHUB }
    const { id } = await links.createBioLink(link, { caller })

    expect(await status('links.example:8080', '/@ours')).toBe(200)
    for (const host of ['ours.example', 'WWW.ours.example.:8080']) {
      expect(await status(host, '/@ours')).toBe(200)
      expect(await status(host, '/@ours.json')).toBe(200)
      expect(await status(host, `/@ours?_link=${id}`)).toBe(302)
    }
    for (const host of ['čmelák.example', 'nobody.example', 'localhost']) {
      const name = new URL(`http://${host}`).hostname
      expect(await status(name, '/@ours')).toBe(404)
      expect(await status(name, '/@ours.json')).toBe(404)
      expect(await status(name, `/@ours?_link=${id}`)).toBe(404)
    }
  })
})

describe('the head of a page', () => {
  it('names absolute addresses from the settings, whatever the Host header', async () => {
    const { httpUrl, pages } = await startStand(lifecycle, { teams, instanceHost: 'links.example' })
    const fields = { title: 'Ours', subtitle: 'Prints', image: 'https://e.com/a.png', clear: [] }
    await pages.updateBioPage(fields, { caller })

    for (const host of ['links.example:81', 'ours.example']) {
      expect(metaOf(await bodyAt(httpUrl, host, '/@ours'))).toEqual({
        canonical: 'https://links.example/@ours',
        'og:type': 'profile',
        'og:url': 'https://links.example/@ours',
        'og:title': 'Ours',
        description: 'Prints',
        'og:description': 'Prints',
        'og:image': 'https://e.com/a.png',
        'twitter:card': 'summary',
      })
    }
    expect(metaOf(await bodyAt(httpUrl, 'links.example', '/@čmelák'))).toMatchObject({
      canonical: 'https://links.example/@%C4%8Dmel%C3%A1k',
    })
  })

  it('names the absolute address of an uploaded picture, which is on every host', async () => {
    const { httpUrl, pages } = await startStand(lifecycle, { teams, instanceHost: 'links.example' })
    const { profile } = await pages.uploadBioImage({ picture: png(2, 2) }, { caller })
    const image = profile?.image ?? ''

    expect(image).toMatch(/^https:\/\/links\.example\/@\//)
    expect(metaOf(await bodyAt(httpUrl, 'ours.example', '/@ours'))['og:image']).toBe(image)
    for (const host of ['links.example', 'ours.example']) {
      expect(await statusAt(httpUrl, host, new URL(image).pathname)).toBe(200)
    }
  })

  it('names no host if the settings do not', async () => {
    const html = await bodyAt(stand.httpUrl, 'evil.example', '/@ours')

    expect(metaOf(html)).toEqual({
      canonical: '/@ours',
      'og:type': 'profile',
      'og:title': 'Ours',
      'twitter:card': 'summary',
    })
    expect(html).not.toContain('evil.example')
  })
})

describe('the public page', () => {
  it('of a team without a profile shows its name', async () => {
    const response = await stand.look('/@OURS/?utm_source=x')
    const html = await response.text()

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<h1>Ours</h1>')
    expect(html).not.toMatch(/<ul|<script|style=/)
  })

  it('shows profile and links, and reflects changes immediately', async () => {
    await stand.pages.updateBioPage(
      { title: 'Marta', subtitle: 'Prints', email: "o'n+1@b.example", clear: [] },
      { caller },
    )
    const { id } = await stand.links.createBioLink(
      { url: 'ann', platform: Platform.PLATFORM_GITHUB, title: 'Code' },
      { caller },
    )
    const html = await text('/@ours')

    expect(html).toContain('<h1>Marta</h1>')
    expect(html).toContain('href="mailto:o\'n%2B1@b.example"')
    expect(html).toContain(`href="/@ours?_link=${id}" rel="me nofollow noopener"`)
    expect(html).toContain('title="https://github.com/ann"')
    await stand.links.updateBioLink({ id, enabled: false, clear: [] }, { caller })
    expect(await text('/@ours')).not.toContain('github.com')
    await stand.links.updateBioLink({ id, enabled: true, clear: [] }, { caller })
  })

  it('is also available as JSON, the Bio response', async () => {
    const response = await stand.look('/@ours.json')

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({
      id: expect.any(Number),
      organization: { id: '7', name: 'Ours', slug: 'ours', logo: null },
      bio: { title: 'Marta', subtitle: 'Prints', email: "o'n+1@b.example", image: null },
      links: [
        {
          id: expect.any(Number),
          type: 'github',
          url: 'https://github.com/ann',
          title: 'Code',
          username: 'ann',
        },
      ],
    })
  })

  it('allows only its own style and images', async () => {
    const { headers } = await stand.look('/@ours')
    const theirs = await stand.look(`/@${encodeURIComponent('čmelák')}`)
    const policy = headers.get('content-security-policy') ?? ''

    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /)
    expect(policy).toMatch(
      /; img-src https: data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await theirs.text()).not.toContain('pics.example')
    expect(theirs.headers.get('content-security-policy')).toBe(policy)
  })

  it('answers HEAD like GET without the body, and 304 if the ETag matches', async () => {
    for (const path of ['/@ours', '/@ours.json']) {
      const whole = await stand.look(path)
      const head = await stand.look(path, { method: 'HEAD' })
      const etag = whole.headers.get('etag') ?? ''

      expect(head.headers.get('content-length')).toBe(String((await whole.bytes()).length))
      expect(head.headers.get('etag')).toBe(etag)
      expect((await head.bytes()).length).toBe(0)
      for (const known of [etag, `"x", W/${etag}`, '*']) {
        const again = await stand.look(path, { headers: { 'if-none-match': known } })
        expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      }
      const other = await stand.look(path, { headers: { 'if-none-match': '"x"' } })
      expect(other.status).toBe(200)
    }
  })

  it.each([
    '/@nobody',
    '/@nobody.json',
    '/@',
    '/@a/b',
    '/@ours/x',
    '/@%00',
    '/@%',
    '/@a%2Fb',
    '/x',
  ])('is not found at %s', async (path) => {
    const response = await stand.look(path)

    expect(response.status).toBe(404)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(await response.text()).toContain('Page not found')
  })

  it.each([
    ['de-DE', 'de', 'Seite nicht gefunden', 'Erstellt mit'],
    ['es', 'es', 'Página no encontrada', 'Creado con'],
    ['fr-CA,en;q=0.5', 'fr', 'Page introuvable', 'Créé avec'],
    ['ja', 'en', 'Page not found', 'Made with'],
  ])('of a visitor with the languages %s is in %s', async (accepted, language, notFound, made) => {
    const init = { headers: { 'accept-language': accepted } }
    const [page, missing] = [await stand.look('/@ours', init), await stand.look('/@nobody', init)]

    for (const [response, text] of [
      [page, made],
      [missing, notFound],
    ] as const) {
      expect(response.headers.get('content-language')).toBe(language)
      expect(response.headers.get('vary')).toBe('Accept-Language')
      const html = await response.text()
      expect(html).toContain(`<html lang="${language}">`)
      expect(html).toContain(text)
    }
    const etag = (await stand.look('/@ours', init)).headers.get('etag') ?? ''
    const known = { headers: { ...init.headers, 'if-none-match': etag } }
    expect((await stand.look('/@ours', known)).status).toBe(304)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('does not allow %s', async (method) => {
    const response = await stand.look('/@ours', { method })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})

it('answers 503 with Retry-After while the database or catalog is unavailable', async () => {
  const { config } = stand
  const nowhere = 'postgres://postgres@127.0.0.1:1/bio'
  const without = [
    { databaseUrl: nowhere, catalog: config.CATALOG_ADDRESS },
    { databaseUrl: config.DATABASE_URL, catalog: '127.0.0.1:1' },
  ]
  for (const dependencies of without) {
    const lame = await startStand(lifecycle, dependencies)
    const response = await lame.look('/@ours')

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.text()).toContain('Temporarily unavailable')
    await expect(lame.pages.getBioPage({}, { caller })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  }
})
