import { expect, it } from 'vitest'
import { fakeClients } from '../../testing/fakes.ts'
import { groupOperations } from './group.client.ts'

const group = (value: string, title: string, clicks: number) => ({ value, title, clicks })

it('folders and tags that were deleted are named as such, with their ids', async () => {
  const clients = fakeClients({
    analytics: {
      groupClicks: async ({ fields }) => ({
        groups: fields.map((field) => ({
          field,
          items: [group('5', '', 9), group('0', 'Unknown', 7), group('100099', '', 3)],
          total: 3,
        })),
      }),
    },
    references: {
      describeReferences: async () => ({
        domains: [],
        folders: [{ id: 5, name: 'Autumn' }],
        tags: [{ id: 5, name: 'Sale' }],
        short_hosts: [],
      }),
    },
  })
  const { group: ask } = groupOperations(clients)
  const answer = await ask?.answer(
    { fields: 'folders,tags' },
    { caller: { orgId: 1, userId: 1, scopes: [] } },
  )

  const titles = (...names: string[]) => ({ items: names.map((title) => ({ title })) })
  expect(answer).toMatchObject({
    folders: titles('Autumn', 'Unknown', 'Deleted folder 100099'),
    tags: titles('Sale', 'Unknown', 'Deleted tag 100099'),
  })
})
