import { expect, it } from 'vitest'
import { viewQuery } from './query.mapper.ts'

it.each([
  ['domain_id=1&tag_id=2&tag_id=3', 'domain_id=11&tag_id=22&tag_id=23'],
  ['folder=4&tags=5%2C6', 'folder=34&tags=25%2C26'],
  ['folder_id_not=4&link_id=7', 'folder_id_not=34&link_id=47'],
  ['folder=0&search=domain_id&page=8', 'folder=0&search=domain_id&page=8'],
])('the ids of filters in %s become those of the other instance', (query, moved) => {
  const shifts: Record<string, number> = { domains: 10, tags: 20, folders: 30, links: 40 }
  const to = (kind: string, id: number) => id + (shifts[kind] ?? 0)
  expect(viewQuery.renumber?.(query as never, to)).toBe(moved)
})
