import { request } from 'undici'
import { expect, vi } from 'vitest'
import { BROWSERS } from './agents.ts'
import { admin, stack } from './stack.ts'
import { type Customer, newTeam, unique } from './teams.ts'

const LINKS = 42
const MOST = 3
const AGENT = Object.fromEntries(BROWSERS.map(([phone, , , , agent]) => [phone, agent]))

/** A link as `GET /analytics/destinations` should return it, without its favicon. */
export interface ClickedLink {
  link_id: string
  short_url: string
  clicks: number
  visitors: number
  destination_count: number
  destinations: { url: string; clicks: number; visitors: number }[]
}

interface Created {
  id: string
  slug: string
  short_url: string
}

/**
 * A new team with 42 links, each with a visit to its destination for desktops, iOS and Android:
 * 126 destinations. One link has three visits to each of its destinations.
 */
export async function teamWithClickedLinks(): Promise<{
  api: Customer
  key: string
  /** Most clicked first. */
  links: ClickedLink[]
}> {
  const { api, key, orgId } = await newTeam(unique('Clicked'))
  const name = `${unique('go')}.example.com`
  const domain = await admin<{ id: number }>('domain', 'add', '--org', orgId, name, '--verified')
  const links = await Promise.all(
    Array.from({ length: LINKS }, async (_, nth) => {
      const main = `https://shop.example/${nth}`
      const urls = { main, ios: `${main}/ios`, android: `${main}/android` }
      const { main: url, ...phones } = urls
      const fields = { url, ...phones, domain_id: domain.id, title: `Link ${nth}` }
      const { status, body } = await api<Created>('POST', '/link', fields)
      expect(status).toBe(201)
      return { ...body, clicks: nth === LINKS - 1 ? MOST : 1, urls }
    }),
  )
  for (const { slug, clicks, urls } of links) {
    const visits = Object.keys(urls).flatMap((phone) => Array<string>(clicks).fill(phone))
    await Promise.all(visits.map((phone) => visitAt(name, slug, AGENT[phone] ?? '')))
  }
  const total = links.reduce((sum, { clicks }) => sum + 3 * clicks, 0)
  await vi.waitFor(
    async () => {
      const { body } = await api<{ total: number }>('GET', '/analytics/stream')
      expect(body.total).toBe(total)
    },
    { timeout: 60_000, interval: 100 },
  )
  const clicked = links.map(({ id, short_url, clicks, urls }) => ({
    link_id: id,
    short_url,
    clicks: 3 * clicks,
    // Each of the three agents, at one address, is a visitor.
    visitors: 3,
    destination_count: 3,
    destinations: Object.values(urls).map((url) => ({ url, clicks, visitors: 1 })),
  }))
  const order = (a: ClickedLink, b: ClickedLink) =>
    b.clicks - a.clicks || Number(a.link_id) - Number(b.link_id)
  return { api, key, links: clicked.toSorted(order) }
}

/** Visits a link of a domain that does not resolve here. */
export async function visitAt(host: string, slug: string, agent: string): Promise<void> {
  const headers = { host, 'user-agent': agent }
  const answer = await request(`${stack.url}/${slug}`, { headers })
  await answer.body.dump()
  expect(answer.statusCode).toBe(302)
}
