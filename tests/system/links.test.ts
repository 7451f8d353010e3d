import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../contract.ts'
import { expectShape, LINK, PROBLEM } from '../shapes.ts'
import { admin, customer, visit } from '../stack.ts'

interface Link {
  id: string
  slug: string
  short_url: string
  [field: string]: unknown
}
interface Problem {
  status: number
  code: string
  errors: { field: string; code: string }[]
}
interface Page<T> {
  items: T[]
  total: number
}

const api = customer()
let domain_id: number
/** Another team of this instance, with one link. */
let other: { api: ReturnType<typeof customer>; domain_id: number; link: Link }

beforeAll(async () => {
  domain_id = (await api<Page<{ id: number }>>('GET', '/domain')).body.items[0]?.id ?? 0
  const team = await admin<{ org_id: string; api_key: string }>('org', 'create', 'Other team')
  const name = `other-${Date.now()}.example.com`
  const domain = await admin<{ id: number }>(
    'domain',
    'add',
    '--org',
    team.org_id,
    name,
    '--verified',
  )
  const theirs = customer(team.api_key)
  const body = { url: 'https://example.com/theirs', domain_id: domain.id }
  const { body: link } = await theirs<Link>('POST', '/link', body)
  other = { api: theirs, domain_id: domain.id, link }
})

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`
const create = async (fields: object = {}): Promise<Link> => {
  const body = { url: 'https://example.com/', domain_id, title: 'A link', ...fields }
  const answer = await api<Link>('POST', '/link', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/link/${answer.body.id}`)
  return answer.body
}
const fieldsOf = ({ body }: Answer<Problem>) => body.errors.map(({ field }) => field)
const expectProblem = (answer: Answer<unknown>, status: number, code: string) => {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expectShape(answer.body, PROBLEM)
  expect(answer.body).toMatchObject({ status, code })
}

describe('a link', () => {
  it('has the documented fields, each of its type, when created and read', async () => {
    const made = await create({ expires_at: '2030-01-01T00:00:00+02:00', tags: [] })
    const read = await api('GET', `/link/${made.id}`)

    expectShape(made, LINK)
    expect(read).toMatchObject({ status: 200, body: made })
    expect(made).toMatchObject({
      expires_at: '2029-12-31T22:00:00.000Z',
      clicks: 0,
      clicked_at: null,
    })
  })

  it('can be sent back as it was read', async () => {
    const made = await create({ utm_source: 'mail' })
    const back = await api<Link>('PUT', `/link/${made.id}`, { ...made, title: 'Changed' })

    expect(back.body).toEqual({ ...made, title: 'Changed', updated_at: back.body.updated_at })
  })

  it('changes immediately for its visitors', async () => {
    const made = await create()
    const where = async () => (await visit(made.short_url)).headers.get('location')
    const before = await where()
    await api('PATCH', `/link/${made.id}`, { url: 'https://example.com/next' })

    expect(before).toBe('https://example.com/')
    await expect.poll(where).toBe('https://example.com/next')
  })

  it('moves to another slug, and the old one is unknown', async () => {
    const made = await create({ slug: unique('Old') })
    await visit(made.short_url)
    const moved = await api<Link>('PUT', `/link/${made.id}`, { slug: unique('new') })

    expect((await visit(moved.body.short_url)).status).toBe(302)
    await expect.poll(async () => (await visit(made.short_url)).status).toBe(404)
  })

  it('is deleted, and its slug is reserved for a while', async () => {
    const made = await create({ slug: unique('gone') })
    const gone = await api('DELETE', `/link/${made.id}`)

    expect(gone).toMatchObject({ status: 200, body: { id: made.id, deleted: true } })
    expectProblem(await api('DELETE', `/link/${made.id}`), 404, 'not_found')
    expectProblem(await api('GET', `/link/${made.id}`), 404, 'not_found')
    await expect.poll(async () => (await visit(made.short_url)).status).toBe(410)
    const again = await api('POST', '/link', { url: 'https://e.com', domain_id, slug: made.slug })
    expectProblem(again, 409, 'slug_taken')
  })

  it('keeps the ids of its A/B and geo links', async () => {
    const made = await create()
    const url = 'https://example.com/v'
    const put = (kind: string, items: object[]) =>
      api<{ ab: { id: number }[]; geo: { id: number }[] }>('PUT', `/link/${made.id}/${kind}`, {
        items,
      })
    const first = await put('ab', [
      { url, percent: 30 },
      { url, percent: 20 },
    ])
    const [a, b] = first.body.ab
    const second = await put('ab', [{ id: b?.id, url, percent: 50.5 }])
    const geo = await put('geo', [{ url, country: 'cz' }])

    expect(a?.id).not.toBe(b?.id)
    expect(second.body.ab).toEqual([{ id: b?.id, url, percent: 50.5 }])
    expect(geo.body.geo).toEqual([{ id: expect.any(Number), url, country: 'CZ' }])
    const there = await api('GET', `/link/${made.id}?ip=83.208.93.244`)
    expect(there.body).toMatchObject({ geo_url: url })
    expectShape(there.body, { ...LINK, geo_url: url })
    const elsewhere = await api('GET', `/link/${made.id}?ip=8.8.8.8`)
    expect(elsewhere.body).toMatchObject({ geo_url: null })
    expectProblem(
      await put('ab', [
        { url, percent: 60 },
        { url, percent: 41 },
      ]),
      400,
      'percent_total_exceeded',
    )
    expectProblem(await put('geo', [{ id: b?.id, url, country: 'CZ' }]), 400, 'invalid_reference')
    expectProblem(await put('geo', [{ url } as object]), 400, 'invalid_request')
  })

  it('has destinations for phones that are cleared individually', async () => {
    const made = await create({
      ios: 'itms-apps://itunes.apple.com/app/id1',
      android: 'https://e.com/a',
    })
    const cleared = await api('PUT', `/link/${made.id}/mobile`, { ios: '' })

    expect(cleared.body).toMatchObject({ ios: null, android: 'https://e.com/a' })
  })
})

describe('an invalid link', () => {
  it.each([
    [{ url: 'javascript:alert(1)' }, ['url']],
    [{ url: 'https://user:pass@e.com' }, ['url']],
    [{ slug: 'a/b' }, ['slug']],
    [{ slug: 'API' }, ['slug']],
    [{ tags: 'x', title: 5, color: 'red' }, ['color', 'tags', 'title']],
    [{ password: 'x', remove_password: true }, ['remove_password']],
    [{ title: 'a\u0000b' }, ['title']],
  ])('%j is rejected with the names of its fields', async (fields, names) => {
    const answer = await api<Problem>('POST', '/link', {
      url: 'https://e.com',
      domain_id,
      ...fields,
    })

    expectProblem(answer, 400, 'invalid_request')
    expect(fieldsOf(answer).sort()).toEqual(names)
  })

  it('cannot redirect back to this instance', async () => {
    const made = await create()
    const answer = await api<Problem>('POST', '/link', { url: made.short_url, domain_id })

    expectProblem(answer, 400, 'invalid_request')
    expect(answer.body.errors).toMatchObject([{ field: 'url', code: 'redirect_loop' }])
  })
})

describe('another team', () => {
  it('has links that are answered like links that never existed, for every method', async () => {
    const url = 'https://e.com'
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['GET', '?ip=8.8.8.8'],
      ['PUT', '', { title: 'x' }],
      ['PATCH', '', { slug: 'x' }],
      ['DELETE', ''],
      ['PUT', '/ab', { items: [{ url, percent: 1 }] }],
      ['PUT', '/geo', { items: [{ url, country: 'CZ' }] }],
      ['PUT', '/rule', { items: [{ url, when: [{ type: 'bot' }] }] }],
      ['PUT', '/mobile', { ios: url }],
    ]
    for (const [method, path, body] of calls) {
      const theirs = await api<Problem>(method, `/link/${other.link.id}${path}`, body)
      const nobodys = await api<Problem>(method, `/link/9007199254740991${path}`, body)
      expectProblem(theirs, 404, 'not_found')
      expect({ ...theirs.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
    }
    const still = await other.api('GET', `/link/${other.link.id}`)
    expect(still.body).toMatchObject({ url: 'https://example.com/theirs', title: other.link.title })
  })

  it('has a domain on which others cannot create links', async () => {
    const answer = await api<Problem>('POST', '/link', {
      url: 'https://e.com',
      domain_id: other.domain_id,
    })

    expectProblem(answer, 404, 'not_found')
    expect(fieldsOf(answer)).toEqual(['domain_id'])
    expectProblem(
      await api('GET', `/link/available?domain_id=${other.domain_id}&slug=x`),
      404,
      'not_found',
    )
  })

  it('is excluded from lists and bulk changes', async () => {
    const ids = [other.link.id]
    const list = await api<Page<Link>>('GET', '/link?search=theirs')

    expect(list.body.items).toEqual([])
    expect((await api('PUT', '/link/folder', { ids })).body).toEqual({ updated: 0, missing: ids })
    expect((await api('POST', '/link/delete', { ids })).body).toEqual({ deleted: 0, missing: ids })
    const found = await api('GET', `/link/find?domain=localhost&slug=${other.link.slug}`)
    expectProblem(found, 404, 'not_found')
  })
})

describe('the list of links', () => {
  it('is searched, sorted and paged', async () => {
    const mark = unique('mark')
    for (const title of ['b', 'a', 'c']) await create({ title, url: `https://e.com/${mark}` })
    const list = async (query: string) =>
      (await api<Page<Link>>('GET', `/link?search=${mark.toUpperCase()}&${query}`)).body

    const page = await list('sort=title&limit=10')
    expect(page).toMatchObject({ total: 3, offset: 0, limit: 10 })
    expect(page.items.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
    expect((await list('')).items.map(({ title }) => title)).toEqual(['c', 'a', 'b'])
    expect(await list('page=1')).toMatchObject({ items: [], total: 3, offset: 25 })
    for (const item of page.items) expectShape(item, LINK)
  })

  it('finds a link by its short URL, and answers whether a slug is available', async () => {
    const made = await create({ slug: unique('Find') })
    const find = await api(`GET`, `/link/find?domain=localhost&slug=${made.slug.toLowerCase()}`)
    const free = (slug: string) => api('GET', `/link/available?domain_id=${domain_id}&slug=${slug}`)

    expect(find.body).toMatchObject({ id: made.id })
    expect((await free(made.slug)).body).toEqual({ available: false, reason: 'taken' })
    expect((await free('api')).body).toEqual({ available: false, reason: 'reserved_slug' })
    expect((await free(unique('x'))).body).toEqual({ available: true, reason: null })
  })

  it('can be changed in bulk', async () => {
    const made = await Promise.all([create(), create()])
    const ids = made.map(({ id }) => id)

    expect((await api('PUT', '/link/folder', { ids })).body).toEqual({ updated: 2, missing: [] })
    const gone = await api('POST', '/link/delete', { ids: [...ids, '9007199254740991'] })
    expect(gone.body).toEqual({ deleted: 2, missing: ['9007199254740991'] })
    for (const { short_url } of made) {
      await expect.poll(async () => (await visit(short_url)).status).toBe(410)
    }
  })
})

it.each(['..', '...'])('slugs that begin or end with %s are redirected', async (dots) => {
  const word = `dots-${Date.now()}`
  for (const slug of [`${dots}${word}`, `${word}${dots}`]) {
    const url = `https://target.example/${word}`
    const { status, body } = await api<Link>('POST', '/link', { url, domain_id, slug, title: 'x' })
    expect(status).toBe(201)
    for (const address of [body.short_url, `${body.short_url}/`]) {
      expect((await visit(address)).headers.get('location')).toBe(url)
    }
  }
})
