import type { CreateLinkRequest, Link } from '@fingerpost/protos/link/v1/link'
import { expect, it } from 'vitest'
import { KEYS, LINK, openTestApp } from '../../testing/app.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { linkCreator, linkLoader } from './link.client.ts'

const by = { caller: { orgId: 7, userId: 70, scopes: [] }, requestId: 'r' }

it('reads links that exceed one response with further calls', async () => {
  const asked: number[][] = []
  const { links } = fakeClients({
    links: {
      async getLinks({ ids }) {
        asked.push(ids)
        const found = ids.filter((id) => id !== 3).map((id) => ({ ...LINK, id }))
        return { links: found.slice(0, 2), links_left: Math.max(0, found.length - 2) || undefined }
      },
    },
  })
  const load = linkLoader(links)

  const answers = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((id) => load({ id, ...by })))

  expect(answers.map((it) => it.status === 'fulfilled' && it.value.id)).toEqual([
    1,
    2,
    false,
    4,
    5,
    6,
  ])
  expect(asked).toEqual([[1, 2, 3, 4, 5, 6], [3, 4, 5, 6], [6]])
})

it('exports all links by id, however few fit into one response', async () => {
  const { app } = await openTestApp({
    links: {
      async getLinks({ ids }) {
        const found = ids.filter((id) => id !== 3).map((id) => ({ ...LINK, id }))
        return { links: found.slice(0, 2), links_left: Math.max(0, found.length - 2) || undefined }
      },
    },
  })
  const ids = [6, 3, 2, 4, 1, 5].map((id) => `link_id=${id}`).join('&')
  const url = `/api/link/export?format=ndjson&${ids}`
  const { body } = await app.inject({ url, headers: { 'x-api-key': KEYS[0] } })
  await app.close()

  const lines = body.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(['6', '2', '4', '1', '5'])
})

it('creates large links individually and batches small ones', async () => {
  const alone: CreateLinkRequest[] = []
  const together: CreateLinkRequest[][] = []
  const { links } = fakeClients({
    links: {
      async createLink(request): Promise<Link> {
        alone.push(request)
        return LINK
      },
      async createLinks({ requests }) {
        together.push(requests)
        return { results: requests.map(() => ({ link: LINK })) }
      },
    },
  })
  const create = linkCreator(links)
  const request = { url: 'https://e.com/', domain_id: 1, tags: [], title: 'T' }
  const large = { ...request, expire_url: `https://e.com/${'ü'.repeat(40_000)}` }

  await Promise.all([request, large, request].map((it) => create({ request: it, ...by })))

  expect(alone).toEqual([large])
  expect(together).toEqual([[request, request]])
})
