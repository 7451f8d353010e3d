import fc from 'fast-check'
import { Pool } from 'undici'
import { beforeAll, expect, it } from 'vitest'
import { stack } from '../stack.ts'
import { type Customer, newTeam, type Page, unique } from '../teams.ts'
import { type Operation, readOperations } from './document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a schema is arbitrary JSON.
type Json = any

const REQUESTS = 20_000
const AT_ONCE = 24

let operations: Operation[]
let key: string
let ids: string[]
let api: Customer
let keyId: number

beforeAll(async () => {
  operations = (await readOperations()).filter(({ endless }) => !endless)
  const team = await newTeam('Fuzzed')
  key = team.key
  api = team.api
  keyId = (await api<Page<{ id: number }>>('GET', '/key')).body.items[0]?.id ?? 0
  const name = `${unique('fuzz').toLowerCase()}.example.com`
  const { body: domain } = await team.api<{ id: number }>('POST', '/domain', { name })
  const { body: link } = await team.api<{ id: string }>('POST', '/link', {
    url: 'https://example.com/',
    domain_id: domain.id,
    title: 'Fuzzed',
  })
  ids = [link.id, String(domain.id)]
})

const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"><script>',
  '%',
  '%00',
  '\r\nX: y',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  '1e999',
  '-0',
  'NaN',
  '٣',
  'ﷺ'.repeat(50),
  '\u202e',
  'x'.repeat(2_000),
  '{{7*7}}',
  '$(id)',
  'javascript:alert(1)',
  'https://user:pw@e.com',
  'http://[::1]',
  '2026-02-30T25:61:61Z',
  '9007199254740993',
]
const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 30 }))
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}, [[]], { __proto__: null }, 1e308, -1, 2 ** 53),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Mostly values that match a schema, sometimes any other value. */
function valuesOf(schema: Json, depth = 0): fc.Arbitrary<unknown> {
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const types = [schema.type ?? 'string'].flat().filter((type) => type !== 'null')
    if (types.includes('object') && schema.properties && depth < 4) {
      const fields = Object.entries<Json>(schema.properties).filter(([, it]) => !it.readOnly)
      const shape = Object.fromEntries(fields.map(([name, it]) => [name, valuesOf(it, depth + 1)]))
      return fc.record(shape, { requiredKeys: schema.required ?? [] })
    }
    if (types.includes('array'))
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), { maxLength: 4 })
    if (types.includes('integer')) return fc.constantFrom(0, 1, 2, 25, 301, Number(ids[1]), 2 ** 40)
    if (types.includes('number')) return fc.double({ min: -1, max: 101 })
    if (types.includes('boolean')) return fc.boolean()
    if (schema.format === 'date-time') return fc.constantFrom('2026-11-20T00:00:00Z', '2026-11-20')
    if (schema['x-url']) return fc.webUrl()
    if (schema['x-email']) return fc.emailAddress()
    return text
  }
  return fc.oneof({ weight: 6, arbitrary: fitting() }, { weight: 1, arbitrary: anything })
}

interface Request {
  method: string
  path: string
  body: string | undefined
  type: string
}

function requestsFor({ method, path, parameters, body }: Operation): fc.Arbitrary<Request> {
  const own = fc.constantFrom(...ids, '1', '0', '8007199254740991', '9999999999999999')
  const pathIds = fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: text })
  const query = fc.record(
    Object.fromEntries(
      parameters.filter((it) => it.in === 'query').map((it) => [it.name, valuesOf(it.schema)]),
    ),
    { requiredKeys: [] },
  )
  return fc.record({
    method: fc.constant(method),
    path: fc.tuple(pathIds, query).map(([id, asked]) => {
      const words = Object.entries(asked).flatMap(([name, value]) =>
        [value]
          .flat()
          .map(
            (it) =>
              `${encoded(name)}=${encoded(typeof it === 'object' ? JSON.stringify(it) : String(it))}`,
          ),
      )
      return path.replace(/\{\w+\}/, encoded(id)) + (words.length > 0 ? `?${words.join('&')}` : '')
    }),
    body: body
      ? fc.oneof(
          { weight: 8, arbitrary: valuesOf(body.schema).map((it) => JSON.stringify(titled(it))) },
          { weight: 1, arbitrary: text },
        )
      : fc.constant(undefined),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'text/csv', 'x', 'multipart/form-data'),
      },
    ),
  })
}

/** Adds a title, so that no page is fetched for one; another test covers that. */
const titled = (body: Json) =>
  body && typeof body === 'object' && 'url' in body ? { title: 'x', ...body } : body
const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0)
const encoded = (value: string) => encodeURIComponent(value.toWellFormed())

const LEAKS =
  /node_modules|\bat \w+ \(|select .* from|insert into|postgres:\/\/|redis:\/\/|ECONN|argon2|\.ts:\d|SQLSTATE|violates|DB::Exception/i

it(`answers ${REQUESTS} random requests without a server error`, async () => {
  const pool = new Pool(stack.url, { connections: AT_ONCE })
  const perOperation = Math.ceil(REQUESTS / operations.length)
  // Deleting the API key would turn all later responses into 401, and make the test meaningless.
  const requests = operations
    .flatMap((operation) => fc.sample(requestsFor(operation), perOperation))
    .filter(({ path }) => !path.startsWith(`/key/${keyId}`))
  const faults: unknown[] = []
  const statuses = new Map<number, number>()

  const send = async ({ method, path, body, type }: Request) => {
    const answer = await pool.request({
      method: method as 'GET',
      path: `/api${path}`,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: body.toWellFormed() }),
    })
    const content = await answer.body.text()
    const { statusCode, headers } = answer
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    const refused = statusCode >= 400
    const problem = refused ? JSON.parse(content) : undefined
    const whole = !refused || (problem.status === statusCode && problem.code && problem.request_id)
    const wrong =
      statusCode >= 500 || !headers['x-request-id'] || !whole || (refused && LEAKS.test(content))
    if (wrong)
      faults.push({
        method,
        path: path.slice(0, 300),
        body: body?.slice(0, 300),
        type,
        statusCode,
        content: content.slice(0, 300),
      })
  }
  const queue = [...requests]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const request = next
        await send(request).catch((error) =>
          faults.push({ path: request.path.slice(0, 300), error: String(error) }),
        )
      }
    }),
  )
  await pool.close()

  expect(faults.slice(0, 5)).toEqual([])
  expect(sum(statuses.values())).toBe(requests.length)
  expect([statuses.get(401), statuses.get(429)]).toEqual([undefined, undefined])
  expect((await api('GET', '/link')).status).toBe(200)
})
