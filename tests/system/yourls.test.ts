import { expect, it, vi } from 'vitest'
import { customer, stack, visit } from '../stack.ts'

const api = customer()
type Answer = Record<string, unknown>
const form = (fields: object) => ({
  method: 'POST',
  body: new URLSearchParams({ signature: stack.apiKey, ...fields }),
})
const ask = async (fields: object) => {
  const answer = await fetch(`${stack.url}/yourls-api.php`, form({ format: 'json', ...fields }))
  return { status: answer.status, body: (await answer.json()) as Answer }
}

it('a tool for YOURLS shortens a URL, which is visited, counted and in the audit log', async () => {
  const { status, body } = await ask({ action: 'shorturl', url: 'https://example.com/yourls' })
  expect([status, body]).toMatchObject([200, { status: 'success', statusCode: 200 }])
  const { shorturl, url } = body as { shorturl: string; url: { keyword: string } }
  expect((await visit(shorturl)).headers.get('location')).toBe('https://example.com/yourls')

  await vi.waitFor(
    async () =>
      expect((await ask({ action: 'url-stats', shorturl })).body).toMatchObject({
        link: { shorturl, url: 'https://example.com/yourls', clicks: '1' },
      }),
    { timeout: 20_000, interval: 200 },
  )
  expect((await ask({ action: 'expand', shorturl: url.keyword })).body).toMatchObject({
    ...{ keyword: url.keyword, longurl: 'https://example.com/yourls', message: 'success' },
  })
  const { links, stats } = (await ask({ action: 'stats', filter: 'last', limit: '2' })).body
  expect(links).toMatchObject({ link_1: expect.anything() })
  expect(Number((stats as Answer).total_links)).toBeGreaterThan(0)

  const taken = await ask({ action: 'shorturl', url: 'https://e.com/', keyword: url.keyword })
  expect([taken.status, taken.body]).toMatchObject([400, { code: 'error:keyword' }])
  const query = `search=${url.keyword}&domain_id=1`
  const found = (await api<{ items: { id: string }[] }>('GET', `/link?${query}`)).body.items
  const history = await api<{ items: Answer[] }>('GET', `/link/${found[0]?.id}/history`)
  expect(history.body.items.at(-1)).toMatchObject({ actor: { kind: 'key' } })
})

it('a key without the scope is refused in the form of YOURLS', async () => {
  const { body } = await api<{ key: string }>('POST', '/key', {
    ...{ name: 'reads only', scopes: ['link:read', 'catalog:read'] },
  })
  const refused = await ask({
    ...{ signature: body.key, action: 'shorturl', url: 'https://example.com/' },
  })
  expect(refused).toMatchObject({ status: 403, body: { errorCode: 403, status: 'fail' } })
})
