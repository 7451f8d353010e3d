import { beforeAll, describe, expect, it } from 'vitest'
import { SCRIPT_PAYLOADS, tagsOf } from '../payloads.ts'
import { admin, customer, stack } from '../stack.ts'

interface Bio {
  organization: { slug: string }
}

/** A team with a bio page, and a function that requests it. */
async function newPage(fields: object, links: object[] = []) {
  const { api_key } = await admin<{ api_key: string }>('org', 'create', 'Page team')
  const api = customer(api_key)
  const { body } = await api<Bio>('PUT', '/bio', fields)
  for (const link of links) expect((await api('POST', '/bio/link', link)).status).toBe(201)
  const { slug } = body.organization
  const look = (suffix = '', init: RequestInit = {}) =>
    fetch(`${stack.url}/@${slug}${suffix}`, init)
  return { api, slug, look }
}
let page: Awaited<ReturnType<typeof newPage>>

beforeAll(async () => {
  page = await newPage({ title: 'Marta', email: 'marta@example.com' }, [
    { url: '@marta', type: 'github' },
    { url: 'https://youtu.be/x', title: 'Film' },
  ])
})

describe('/@{slug}', () => {
  it('is a small page without scripts and with a strict content security policy', async () => {
    const response = await page.look()
    const html = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''

    expect(response.status).toBe(200)
    expect(html.length).toBeLessThan(30_000)
    expect(html).toContain('<h1>Marta</h1>')
    expect(html).toContain('href="mailto:marta@example.com"')
    expect(html).toMatch(/href="\/@[\w-]+\?_link=\d+" rel="me nofollow noopener"/)
    expect(tagsOf(html).map(({ name }) => name)).not.toContain('script')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  it('has a JSON form that equals the API response', async () => {
    const { body } = await page.api('GET', '/bio')

    expect(await (await page.look('.json')).json()).toEqual(body)
  })

  it('is found ignoring case, for GET and HEAD, and supports ETags', async () => {
    const response = await fetch(`${stack.url}/@${page.slug.toUpperCase()}`)
    const etag = response.headers.get('etag') ?? ''
    const head = await page.look('', { method: 'HEAD' })
    const again = await page.look('', { headers: { 'if-none-match': etag } })

    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
    expect(head.headers.get('content-length')).toBe(`${(await response.bytes()).length}`)
    expect([again.status, (await again.bytes()).length]).toEqual([304, 0])
  })

  it('shows a change immediately', async () => {
    const { api, look } = await newPage({ title: 'Before' })
    const before = (await look()).headers.get('etag') ?? ''
    await api('PUT', '/bio', { title: 'After' })
    const after = await look('', { headers: { 'if-none-match': before } })

    expect([after.status, await after.text()]).toEqual([200, expect.stringContaining('<h1>After')])
  })

  it('is a 404 page for an unknown slug, and rejects other methods', async () => {
    for (const path of ['/@no-such-team', '/@no-such-team.json', '/@', '/@%00']) {
      expect((await fetch(stack.url + path)).status).toBe(404)
    }
    const post = await page.look('', { method: 'POST', body: 'x' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

/** All tags that the page itself uses. */
const TAGS =
  'html head meta title link style svg symbol path body main header div span img h1 p bdi a ul li use b small footer'
const ATTRIBUTES =
  'lang charset name content property rel href title width height aria-hidden id viewbox d dir class src alt referrerpolicy'

it.each(['profile', 'links'])('shows forty script injections in the %s as text', async (where) => {
  const titles = SCRIPT_PAYLOADS.map((title) => ({
    title,
    url: `https://github.com/?${encodeURI(title)}`,
  }))
  const { api, look } = await newPage({}, where === 'links' ? titles : [])
  const seen = where === 'links' ? [''] : SCRIPT_PAYLOADS
  for (const payload of seen) {
    if (payload) {
      const { status } = await api('PUT', '/bio', { title: payload, subtitle: payload })
      expect(status).toBe(200)
    }
    const html = await (await look()).text()
    const tags = tagsOf(html)

    expect(TAGS.split(' ')).toEqual(expect.arrayContaining(tags.map(({ name }) => name)))
    expect(ATTRIBUTES.split(' ')).toEqual(
      expect.arrayContaining(tags.flatMap(({ attributes }) => attributes)),
    )
    expect(html.match(/<h1>|<li>/g)).toHaveLength(where === 'links' ? 41 : 1)
  }
})
