import { expect, it } from 'vitest'
import { type ClickedLink, teamWithClickedLinks } from '../clicked-links.ts'
import type { Page } from '../teams.ts'

it('destinations are grouped by link and have full totals, beyond a hundred of them', async () => {
  const { api, links } = await teamWithClickedLinks()
  const { body } = await api<Page<ClickedLink & { favicon: string }>>(
    'GET',
    '/analytics/destinations?limit=75',
  )
  const shown = body.items.map(({ favicon, destinations, ...link }) => {
    expect(favicon).toMatch(/^\/favicon\/shop\.example\?t=\d+&s=/)
    return { ...link, destinations: destinations.toSorted((a, b) => (a.url < b.url ? -1 : 1)) }
  })

  expect(body.total).toBe(links.length)
  expect(links.flatMap(({ destinations }) => destinations).length).toBeGreaterThan(100)
  expect(shown).toEqual(
    links.map((link) => ({
      ...link,
      destinations: link.destinations.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    })),
  )
  const { body: clicks } = await api<{ clicks: { total: number } }>('GET', '/analytics/summary')
  expect(shown.reduce((sum, it) => sum + it.clicks, 0)).toBe(clicks.clicks.total)
}, 120_000)
