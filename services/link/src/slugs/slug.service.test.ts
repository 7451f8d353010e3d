import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestLink, type TestLink } from '../testing/stack.ts'

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())

const lookUp = async (...slugs: string[]) => {
  const requests = slugs.map((slug) => ({ domain_id: 1, slug_key: slug }))
  const call = { timeoutMs: 60_000 } // 9 MB take long on a busy machine
  const { responses } = await link.client(SlugsService).getSlugRecords({ requests }, call)
  return responses.map(({ record }) => record?.slug)
}

it('many slugs are looked up in one call, in their order, and the links are written to Redis', async () => {
  for (const slug of ['one', 'two']) await link.create({ slug })
  await link.redis.flushdb()

  expect(await lookUp('two', 'free', 'one', 'two')).toEqual(['two', undefined, 'one', 'two'])

  expect(await link.redis.exists('slug:1:one', 'slug:1:two', 'slug:1:free')).toBe(2)
})

it('a slug of another domain is free', async () => {
  await link.create({ slug: 'here' })

  const requests = [{ domain_id: 2, slug_key: 'here' }]
  expect((await link.client(SlugsService).getSlugRecords({ requests })).responses).toEqual([{}])
})

it('responses are limited in size, and the rest can be looked up again', async () => {
  const big = ['big-1', 'big-2', 'big-3']
  const url = `https://e.com/${'x'.repeat(3_000_000)}`
  for (const slug of big) {
    const { id } = await link.create({ slug })
    await link.db.updateTable('links').set({ expire_url: url }).where('id', '=', id).execute()
  }

  expect(await lookUp('free', ...big, 'free')).toEqual([undefined, ...big, undefined])
  // One by one: together they take longer than a statement may on a busy machine.
  for (const slug of big)
    await link.db
      .updateTable('links')
      .set({ expire_url: url + url })
      .where('slug', '=', slug)
      .execute()
  expect(await lookUp('free', ...big, 'free')).toEqual([undefined, 'big-1', 'big-2'])
  expect(await lookUp('big-3', 'free')).toEqual(['big-3', undefined])
})
