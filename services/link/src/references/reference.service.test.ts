import { afterAll, beforeAll, expect, it } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())

const shown = { folder: { id: 5, name: 'Five' }, tags: [{ id: 6, name: 'Six' }] }
const update = (id: number, fields: object) =>
  link.links.updateLink({ id, clear: [], ...fields }, { caller })

it('a request with folder and tags calls catalog once and shows both', async () => {
  const before = link.catalog.asked
  const created = await link.create({ title: '', folder_id: 5, tags: [6] })
  expect(created).toMatchObject(shown)
  expect(link.catalog.asked).toBe(before + 1)

  const { id } = await link.create({ title: '' })
  const between = link.catalog.asked
  expect(await update(id, { folder_id: 5, tags: { ids: [6] } })).toMatchObject(shown)
  expect(link.catalog.asked).toBe(between + 1)
})

it('a change with only the folder shows the tags as well', async () => {
  const { id } = await link.create({ title: '', tags: [6] })

  expect(await update(id, { folder_id: 5 })).toMatchObject(shown)
})

it('a change of destinations calls catalog once and shows folder and tags', async () => {
  const { id } = await link.create({ title: '', folder_id: 5, tags: [6] })
  const url = 'https://other.example/'
  const changes = [
    () => update(id, { url }),
    () => link.links.replaceAbLinks({ id, items: [{ url, percent: 10 }] }, { caller }),
    () => link.links.replaceGeoLinks({ id, items: [{ url, country: 'CZ' }] }, { caller }),
    () => update(id, { title: 'New' }),
  ]

  for (const change of changes) {
    const before = link.catalog.asked
    expect(await change()).toMatchObject(shown)
    expect(link.catalog.asked).toBe(before + 1)
  }
})
