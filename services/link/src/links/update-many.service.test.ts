import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, stranger } from '../testing/stack.ts'
import { type LinkOnTwoDomains, startOnTwoDomains } from '../testing/two-domains.ts'

let link: LinkOnTwoDomains
beforeAll(async () => {
  link = await startOnTwoDomains()
})
afterAll(() => link.close())

const updateMany = (ids: number[], change: object, by = caller) =>
  link.links.updateLinks({ ids, change: { id: 0, clear: [], ...change } }, { caller: by })

describe('a change of many links', () => {
  it('sets and clears fields of each, and keeps the others', async () => {
    const made = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        link.create({ utm_source: `source ${i}`, utm_term: 'term', expires_after: 5 }),
      ),
    )
    const ids = made.map(({ id }) => id)
    const change = { utm_campaign: 'autumn', clear: ['utm_term', 'expires_after'] }

    expect((await updateMany([...ids, 99_999, ids[0] ?? 0], change)).results).toEqual([
      ...ids.map((id) => ({ id })),
      { id: 99_999, failure: expect.objectContaining({ kind: 'not_found' }) },
    ])
    for (const [i, id] of ids.entries()) {
      const changed = await link.get(id)
      expect(changed).toMatchObject({ utm_source: `source ${i}`, utm_campaign: 'autumn' })
      expect(changed).toMatchObject({ utm_term: undefined, expires_after: 0 })
    }
  })

  it('moves links to another domain, frees their addresses, and keeps links whose slug is taken', async () => {
    const [free, taken] = [await link.create({ slug: 'free' }), await link.create({ slug: 'both' })]
    await link.create({ slug: 'both', domain_id: 2 })
    const loop = await link.create({ slug: 'loop' })
    await link.db
      .updateTable('links')
      .set({ ios: 'https://go.example/x' })
      .where('id', '=', loop.id)
      .execute()

    const { results } = await updateMany([free.id, taken.id, loop.id], { domain_id: 2 })

    expect(results.map(({ failure }) => failure?.code)).toEqual([
      undefined,
      'slug_taken',
      'invalid_request',
    ])
    expect(await link.get(free.id)).toMatchObject({ domain: 'case.example', slug: 'free' })
    expect(await link.get(taken.id)).toMatchObject({ domain: 'go.example', slug: 'both' })
    expect(await link.recordAt('2:free')).toMatchObject({ link_id: free.id })
    const next = await link.create({ slug: 'free' })
    expect(await link.recordAt('1:free')).toMatchObject({ link_id: next.id })
  })

  it('is refused as a whole for what is wrong with every link', async () => {
    const { id } = await link.create()
    for (const change of [
      { slug: 'x' },
      { password: 'x' },
      { clear: ['slug'] },
      { expires_after: -1 },
    ]) {
      await expect(updateMany([id], change)).rejects.toMatchObject({ kind: 'invalid' })
    }
    for (const change of [{ domain_id: 9 }, { folder_id: 9 }, { tags: { ids: [9] } }]) {
      await expect(updateMany([id], change)).rejects.toMatchObject({ kind: 'not_found' })
    }
    await expect(updateMany(Array(1_001).fill(id), {})).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('reaches no link of another team', async () => {
    const { id } = await link.create({ title: 'ours' })

    const { results } = await updateMany([id], { utm_term: 'theirs' }, stranger)

    expect(results).toMatchObject([{ id, failure: { kind: 'not_found' } }])
    expect((await link.get(id))?.utm_term).toBeUndefined()
  })
})
