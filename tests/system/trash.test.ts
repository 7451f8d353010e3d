import { beforeAll, describe, expect, it } from 'vitest'
import { expectShape, LINK } from '../shapes.ts'
import { customer, visit } from '../stack.ts'
import { anonymous, type Customer, expectProblem, newTeam, type Page, unique } from '../teams.ts'

interface Link {
  id: string
  slug: string
  short_url: string
  clicks: number
  updated_at: string
}
interface Deleted extends Link {
  deleted_at: string
  restorable_until: string
}

let api: Customer
let theirs: Customer
let domainId: number
const host = `${unique('trash')}.localhost`

beforeAll(async () => {
  ;({ api } = await newTeam('A team with a trash'))
  ;({ api: theirs } = await newTeam('A team that looks into the trash of another'))
  domainId = (await api<{ id: number }>('POST', '/domain', { name: host })).body.id
})

const create = async (fields: object = {}) =>
  (
    await api<Link>('POST', '/link', {
      url: 'https://kept.example/',
      domain_id: domainId,
      title: 'Kept',
      ...fields,
    })
  ).body
const remove = (id: string) => api('DELETE', `/link/${id}`)
const restore = (id: string, as = api) => as<Link>('POST', `/link/${id}/restore`, {})
const trash = async (as = api) => (await as<Page<Deleted>>('GET', '/link/trash?limit=100')).body
const idsOf = async (path: string) => {
  const { items } = (await api<Page<Link>>('GET', path)).body
  return items.map(({ id }) => id)
}

describe('a deleted link', () => {
  it('is in the trash for 30 days, and nowhere else', async () => {
    const { id, slug } = await create()
    await remove(id)

    const found = (await trash()).items.find((it) => it.id === id)
    const { deleted_at = '', restorable_until = '', ...link } = found ?? ({} as Deleted)
    expectShape(link, LINK)
    expect(Date.parse(restorable_until) - Date.parse(deleted_at)).toBe(30 * 86_400_000)
    expect(await idsOf('/link?limit=100')).not.toContain(id)
    expect((await api('GET', '/link/export?format=ndjson')).body).not.toContain(`"${id}"`)
    for (const path of [`/link/${id}`, `/link/${id}/qr`, `/link/${id}/resolve`]) {
      expectProblem(await api('GET', path), [404, 'not_found'])
    }
    expectProblem(await remove(id), [404, 'not_found'])
    const available = `/link/available?domain_id=${domainId}&slug=${slug}`
    expect((await api('GET', available)).body).toMatchObject({ available: false })
  })

  it('is as it was once it is restored, also if that is repeated', async () => {
    const made = await create({ tags: [], password: 'secret', expires_after: 5 })
    await remove(made.id)

    const { status, body } = await restore(made.id)

    expect(status).toBe(200)
    expect(body).toEqual({ ...made, updated_at: body.updated_at })
    expect((await restore(made.id)).body).toEqual(body)
    expect((await api('GET', `/link/${made.id}`)).body).toEqual(body)
    expect(await idsOf('/link?limit=100')).toContain(made.id)
    expect((await trash()).items.map(({ id }) => id)).not.toContain(made.id)
  })

  it('is of no other team', async () => {
    const { id } = await create()
    await remove(id)

    const never = await restore('9007199254740991', theirs)
    expect(anonymous(await restore(id, theirs))).toEqual(anonymous(never))
    expectProblem(never, [404, 'not_found'])
    const ids = [id]
    expect((await theirs('POST', '/link/restore', { ids })).body).toEqual({
      restored: 0,
      missing: ids,
      failed: [],
    })
    expect((await theirs('POST', '/link/trash/delete', { ids })).body).toEqual({
      deleted: 0,
      missing: ids,
    })
    expect((await trash(theirs)).total).toBe(0)
    expect((await restore(id)).status).toBe(200)
  })

  it('that was deleted permanently is not restored, and its slug stays reserved', async () => {
    const { id, slug } = await create()
    await remove(id)
    const ids = [id]

    const answer = await api('POST', '/link/trash/delete', { ids })
    expect(answer.body).toEqual({ deleted: 1, missing: [] })

    expectProblem(await restore(id), [404, 'not_found'])
    expect((await api('POST', '/link/trash/delete', { ids })).body).toMatchObject({ missing: ids })
    const again = { url: 'https://e.com/', domain_id: domainId, slug }
    expectProblem(await api('POST', '/link', again), [409, 'slug_taken', ['slug']])
  })

  it('is not restored to a domain that was deleted', async () => {
    const name = `${unique('gone')}.localhost`
    const { id: domain_id } = (await api<{ id: number }>('POST', '/domain', { name })).body
    const { id } = await create({ domain_id })
    await remove(id)
    await api('DELETE', `/domain/${domain_id}`)

    expectProblem(await restore(id), [409, 'domain_deleted'])
    expect((await api('POST', '/link/restore', { ids: [id] })).body).toMatchObject({
      restored: 0,
      failed: [{ id, code: 'domain_deleted', detail: expect.stringContaining(name) }],
    })
  })
})

it('visitors reach a restored link, and the clicks of its limit stay used', async () => {
  const own = customer()
  const { items } = (await own<Page<{ id: number }>>('GET', '/domain')).body
  const { id, short_url } = (
    await own<Link>('POST', '/link', {
      url: 'https://kept.example/',
      domain_id: items[0]?.id,
      title: 'Kept',
      expires_after: 1,
      expire_url: 'https://over.example/',
    })
  ).body
  const visited = async () => {
    const answer = await visit(short_url)
    await answer.arrayBuffer()
    return answer.status === 302 ? answer.headers.get('location') : answer.status
  }

  expect(await visited()).toBe('https://kept.example/')
  expect(await visited()).toBe('https://over.example/')
  await own('DELETE', `/link/${id}`)
  await expect.poll(visited).toBe(410)
  await restore(id, own)
  await expect.poll(visited).toBe('https://over.example/')
  await own('PUT', `/link/${id}`, { expires_after: 0 })
  await expect.poll(visited).toBe('https://kept.example/')
})

it('links that were deleted at once are restored at once', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => create()))
  const ids = made.map(({ id }) => id)
  await api('POST', '/link/delete', { ids })

  const answer = await api('POST', '/link/restore', { ids: [...ids, '9007199254740991'] })

  expect(answer.body).toEqual({ restored: 12, missing: ['9007199254740991'], failed: [] })
  expect(await idsOf('/link?limit=100')).toEqual(expect.arrayContaining(ids))
})

it('the audit log has deletion and restore of a link', async () => {
  const { id } = await create()
  await remove(id)
  await restore(id)

  const path = `/audit?object_kind=link&object_id=${id}&operation=restored`
  const { items } = (await api<Page<{ after: object }>>('GET', path)).body
  expect(items).toMatchObject([{ operation: 'restored', before: null, after: { title: 'Kept' } }])
  const history = (await api<Page<{ operation: string }>>('GET', `/link/${id}/history`)).body
  expect(history.items.map(({ operation }) => operation)).toEqual([
    'restored',
    'deleted',
    'created',
  ])
})
