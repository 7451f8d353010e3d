import { api } from './api.ts'
import { itemOf, listOf } from './document.ts'

type Link = ReturnType<typeof itemOf>

let lastId = 2_000

/** A link with this slug and otherwise the fields of the example. */
export const newLink = (slug: string, fields: object = {}): Link => ({
  ...itemOf('/link', { title: 'x' }),
  id: `${++lastId}`,
  slug,
  short_url: `https://go.shop.example/${slug}`,
  ...fields,
})

/** Serves these links: each by its id, and lists that are searched by slug and title. */
export function serveLinks(...links: Link[]): Link[] {
  const byId = ({ id }: { id: string }) => links.find((it) => it.id === id)
  api.on('GET', '/link/{link_id}', byId)
  api.on('GET', '/link', ({ query }) => {
    const words = query.get('search') ?? ''
    return listOf(links.filter((it) => `${it.slug} ${it.title}`.includes(words)))
  })
  return links
}
