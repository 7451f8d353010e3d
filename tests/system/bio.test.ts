import { beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../services/bio/src/testing/pictures.ts'
import { type Bio, expectRefusal, newTeam, type Problem, type Team } from '../bio.ts'
import { expectShape, ORGANIZATION } from '../shapes.ts'
import { admin, customer, stack } from '../stack.ts'

let ours: Team

beforeAll(async () => {
  ours = await newTeam()
})

describe('GET and PUT /bio', () => {
  it('return an empty page until the team creates one', async () => {
    const { status, body } = await ours.api<Bio>('GET', '/bio')

    expect(status).toBe(200)
    expect(body).toEqual({ id: 0, organization: body.organization, bio: null, links: [] })
    expectShape(body.organization, ORGANIZATION)
    expect(body.organization).toMatchObject({ id: ours.org_id, name: 'Bio team' })
  })

  it.each(['PUT', 'PATCH'])('%s keeps absent fields and clears null', async (method) => {
    const { api } = await newTeam()
    const whole = {
      title: 'Ours',
      subtitle: 'One line\nand another',
      email: 'us@example.com',
      image: 'https://example.com/a.png',
    }
    const made = await api<Bio>(method, '/bio', whole)
    const changed = await api<Bio>(method, '/bio', { title: 'New', email: null })

    expect([made.status, made.body.bio]).toEqual([200, whole])
    expect(made.body.id).toBeGreaterThan(0)
    expect(changed.body.bio).toEqual({ ...whole, title: 'New', email: null })
    expect((await api<Bio>('GET', '/bio')).body).toEqual(changed.body)
  })

  it('accepts its own response sent back', async () => {
    const { api } = await newTeam()
    const made = await api<Bio>('PUT', '/bio', { title: 'Ours', email: 'us@example.com' })
    const again = await api<Bio>('PUT', '/bio', made.body)

    expect([again.status, again.body]).toEqual([200, made.body])
  })

  it('names every invalid field', async () => {
    const wrong = {
      title: 'x'.repeat(513),
      subtitle: 5,
      email: 'nobody',
      image: 'data:text/html,<script>',
      titel: 'typo',
    }
    const fields = ['email', 'image', 'subtitle', 'titel', 'title']
    expectRefusal(await ours.api<Problem>('PUT', '/bio', wrong), 400, fields)
    expectRefusal(await ours.api<Problem>('PUT', '/bio', { email: 'a@-b.example' }), 400, ['email'])
    expectRefusal(await ours.api<Problem>('PUT', '/bio', []), 400, ['body'])
    expectRefusal(await ours.api<Problem>('DELETE', '/bio'), 405, [])
    expect((await ours.api<Bio>('GET', '/bio')).body.bio).toBeNull()
  })
})

it('POST /bio/preview is the public page as it would be, and saves nothing', async () => {
  const { api } = await newTeam()
  const saved = { title: 'Ours', email: 'us@example.com', image: 'https://example.com/a.png' }
  const { organization } = (await api<Bio>('PUT', '/bio', saved)).body
  await api('POST', '/bio/link', { url: '@octocat', type: 'github' })
  const page = async () => (await fetch(`${stack.url}/@${organization.slug}`)).text()
  const preview = async (draft: object) =>
    (await api<{ html: string }>('POST', '/bio/preview', draft)).body.html
  const before = await page()
  const typed = { title: 'New', subtitle: 'One line', image: null }
  const unfinished = await preview({ ...typed, email: 'someone' })

  expect(await preview({})).toBe(before)
  expect(await page()).toBe(before)
  await api('PUT', '/bio', typed)
  expect(unfinished).toBe(await page())
  expect(unfinished).toContain('us@example.com')
})

it('POST /bio/preview ignores an Idempotency-Key, so that no preview is stored', async () => {
  const { api } = await newTeam()
  const preview = (title: string) =>
    api<{ html: string }>('POST', '/bio/preview', { title }, { 'idempotency-key': 'same' })

  expect((await preview('One')).body.html).toContain('<h1>One</h1>')
  expect((await preview('Two')).body.html).toContain('<h1>Two</h1>')
})

it('PUT /bio/image stores a picture, which is public until it is replaced or removed', async () => {
  const team = await newTeam()
  const upload = async (bytes: Buffer, type = 'image/png') => {
    const headers = { 'x-api-key': team.api_key, 'content-type': type }
    const init = { method: 'PUT', headers, body: Uint8Array.from(bytes) }
    const response = await fetch(`${stack.url}/api/bio/image`, init)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  // Teams with the same picture share it, and size is lost; no other test has one of this color.
  const stored = await upload(png(30, 20, [12, 34, 56, 255]))
  const image = (stored.body as Bio).bio?.image ?? ''
  const path = new URL(image).pathname
  const look = async () => {
    const { status, headers } = await fetch(stack.url + path)
    return [status, headers.get('content-type')]
  }

  expect(stored.status).toBe(200)
  expect(await look()).toEqual([200, 'image/webp'])
  const { organization } = stored.body as Bio
  const page = await fetch(`${stack.url}/@${organization.slug}`)
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
  expect(await page.text()).toContain(`src="${path}"`)
  expect((await team.api<Bio>('PUT', '/bio', stored.body)).body).toEqual(stored.body)
  expectRefusal(await upload(Buffer.from('<svg/>'), 'image/svg+xml'), 400, ['body'])
  expectRefusal(await upload(Buffer.from('{}'), 'application/json'), 415, [])
  expect(await look()).toEqual([200, 'image/webp'])
  await team.api('PATCH', '/bio', { image: null })
  expect((await look())[0]).toBe(404)
})

it('requires the scope of each operation', async () => {
  const { api_key } = await admin<{ api_key: string }>(
    ...['key', 'create', '--org', ours.org_id, '--scopes', 'link:read'],
  )
  const operations = [
    ['GET', '/bio', 'bio:read'],
    ['PUT', '/bio', 'bio:write'],
    ['PUT', '/bio/image', 'bio:write'],
    ['POST', '/bio/preview', 'bio:read'],
    ['GET', '/bio/link', 'bio:read'],
    ['POST', '/bio/link', 'bio:write'],
    ['GET', '/bio/link/1', 'bio:read'],
    ['PATCH', '/bio/link/1', 'bio:write'],
    ['DELETE', '/bio/link/1', 'bio:write'],
    ['PUT', '/bio/link/order', 'bio:write'],
  ] as const
  for (const [method, path, scope] of operations) {
    const answer = await customer(api_key)<Problem>(method, path)
    expectRefusal(answer, 403, [])
    expect(answer.body).toMatchObject({ code: 'insufficient_scope' })
    expect(answer.body.detail).toContain(scope)
    expect((await customer('')<Problem>(method, path)).status).toBe(401)
  }
})
