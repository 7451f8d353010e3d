import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddImportRowsRequest, Import } from '@fingerpost/protos/link/v1/import'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { UpdateBio } from '../routes/bio/bio.schema.ts'
import { compileValidator } from '../schema/validator.rules.ts'
import { KEYS, LINK, openTestApp } from '../testing/app.ts'

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'api', 'openapi.json')
interface Operation {
  requestBody?: { content: Record<string, { schema: { type?: string; required?: string[] } }> }
}
/** Without the ids of requests. */
const withoutId = (body: string) => body.replace(/[0-9a-f-]{36}/g, '')

const titles: (string | undefined)[] = []
const imported: AddImportRowsRequest[] = []
const done: Import = {
  id: 1,
  status: 'done',
  total: 1,
  done: 0,
  created: 0,
  failed: 1,
  items: [],
}
const { app } = await openTestApp({
  links: {
    deleteLinks: async ({ ids }: { ids: number[] }) => ({ changed: ids, missing: [] }),
    createLink: async ({ title }: { title?: string | undefined }) => {
      titles.push(title)
      return LINK
    },
  },
  imports: {
    createImport: async () => done,
    addImportRows: async (request: AddImportRowsRequest) => {
      imported.push(request)
      return {}
    },
    startImport: async () => done,
    getImport: async () => done,
  },
})
afterAll(() => app.close())
beforeEach(() => {
  titles.length = 0
  imported.length = 0
})

const JSON_TYPE = 'application/json'
const post = (
  url: string,
  payload: string | Buffer | undefined,
  type: string | undefined = JSON_TYPE,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': KEYS[0], ...(type && { 'content-type': type }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
const link = (title: string) => JSON.stringify({ url: 'https://e.com', domain_id: 1, title })

describe('the cost of a JSON body is bounded:', () => {
  const nested = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth)
  const fields = (count: number, value: string) =>
    Array.from({ length: count }, (_, i) => `"f${i}":${value}`).join()

  it.each([
    ['20,000 levels', nested(20_000, '1'), 'too_deep'],
    ['58 kB of nested NULs', `{"ab":${nested(9_000, '"\\u0000"')}}`, 'too_deep'],
    ['65 levels of objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'too_deep'],
    ['90,000 unknown fields', `{${fields(90_000, '1')}}`, 'too_many'],
    ['1,001 fields deep inside', `{"ab":[{${fields(1_001, '[1,2]')}}]}`, 'too_many'],
    ['340,000 empty arrays', `{"ab":[${'[],'.repeat(340_000)}1]}`, 'too_many'],
  ])('%s are rejected before they are parsed', async (_, body, code) => {
    const answer = await post('/api/link', body)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'body', code }],
    })
  })

  it('brackets, commas and escaped quotes inside strings are not structure', async () => {
    const title = `${'[{,'.repeat(100)}\\"\\${'"'.repeat(50)}`
    expect((await post('/api/link', link(title))).statusCode).toBe(201)
    expect(titles).toEqual([title])
  })

  it('1,000 tags, each as a full label object, are accepted', async () => {
    const tags = Array.from({ length: 1_000 }, (_, id) => ({ id: id + 1, name: 'a', color: null }))
    const body = JSON.stringify({ url: 'https://e.com', domain_id: 1, tags })
    expect((await post('/api/link', body)).statusCode).toBe(201)
  })

  it('a string longer than any pattern allows does not match', () => {
    const validate = compileValidator({ schema: UpdateBio })

    expect(validate({ email: `${' '.repeat(300_000)}@` })).toBe(false)
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain('/email')
    expect(validate({ email: ' me@example.com ' })).toBe(true)
    expect(validate({ email: 'me' })).toBe(false)
  })

  it('900 unknown fields and 900 NULs are counted, and 100 of them listed', async () => {
    const answer = await post(
      '/api/link',
      `{${fields(900, '1')},"ab":[${Array(900).fill('"\\u0000"')}]}`,
    )
    const { detail, errors } = answer.json()

    expect(answer.statusCode).toBe(400)
    expect(errors).toHaveLength(100)
    expect(detail).toBe('1802 fields are invalid; errors has the first 100.')
  })
})

describe('an import', () => {
  const rows = (count: number, more = '') => Array(count).fill(`{"url":"https://e.com"${more}}`)

  it.each([JSON_TYPE, 'text/csv', undefined])('without a body (%s) is rejected', async (type) => {
    const answer = await post('/api/link/import?domain_id=1', undefined, type)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: 400 })
  })

  it('with 26 unknown fields in each of 1,000 rows lists 100 of them', async () => {
    const more = Array.from({ length: 26 }, (_, i) => `,"u${i}":1`).join('')
    const answer = await post('/api/link/import', `{"domain_id":1,"csv":[${rows(1_000, more)}]}`)

    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveLength(100)
    expect(answer.json().detail).toContain('26000')
  })

  it.each([
    ['20 MB of blank lines', `url\n${'\n'.repeat(20_000_000)}https://e.com`, 'text/csv', 'csv'],
    ['nested rows', `{"csv":${'['.repeat(9_000)}`, JSON_TYPE, 'body'],
    ['NUL in a cell', 'url\nhttps://e.com/\u0000', 'text/csv', 'csv'],
    ['NUL in a row', '{"domain_id":1,"csv":[{"url":"\\u0000"}]}', JSON_TYPE, 'csv.0.url'],
  ])('of %s is rejected', async (_, body, type, field) => {
    const answer = await post('/api/link/import?domain_id=1', body, type)

    expect([answer.statusCode, answer.json().errors[0]?.field]).toEqual([400, field])
  })

  it('is sent in pieces, with strings truncated just above their maximum length', async () => {
    const url = `https://e.com/${'x'.repeat(20_000)}`
    const csv = Array.from({ length: 300 }, (_, i) => ({ url, slug: `s${i}` }))
    const answer = await post('/api/link/import', JSON.stringify({ domain_id: 1, csv }))

    expect(answer.statusCode).toBe(200)
    expect(imported.length).toBeGreaterThan(2)
    expect(imported.flatMap(({ rows }) => rows).map(({ slug }) => slug)).toEqual(
      csv.map(({ slug }) => slug),
    )
    for (const { rows, first_index: firstIndex } of imported) {
      expect(rows[0]?.slug).toBe(`s${firstIndex}`)
      expect(JSON.stringify(rows).length).toBeLessThan(1_100_000)
      expect(rows[0]?.url).toHaveLength(8_193)
    }
  })
})

describe('the charset of a body', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  it.each([
    ['UTF-8', Buffer.from(link('Zürich')), JSON_TYPE],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${link('Zürich')}`), JSON_TYPE],
    ['Windows-1252', latin(link('Zürich')), `${JSON_TYPE}; charset=windows-1252`],
    ['Latin-1 in quotes', latin(link('Zürich')), `${JSON_TYPE};charset="ISO-8859-1"`],
    ['UTF-16 by its mark', utf16(link('Zürich')), JSON_TYPE],
  ])('is honored: %s', async (_, body, type) => {
    expect((await post('/api/link', body, type)).statusCode).toBe(201)
    expect(titles).toEqual(['Zürich'])
  })

  it('is honored for CSV as well', async () => {
    const csv = latin('url,slug\nhttps://e.com,\u0080ü')
    await post('/api/link/import?domain_id=1', csv, 'text/csv; charset=windows-1252')
    expect(imported[0]?.rows[0]?.slug).toBe('€ü')
  })

  it.each([
    ['/api/link', latin(link('Zürich')), JSON_TYPE],
    ['/api/link', Buffer.from(link('x')), `${JSON_TYPE}; charset=klingon`],
    ['/api/link/import?domain_id=1', Buffer.from('url\nü').subarray(0, -1), 'application/sql'],
  ])('(%s) that is wrong or unknown is rejected', async (url, body, type) => {
    const answer = await post(url, body, type)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_charset'])
  })
})

it.each([undefined, ''])('DELETE without a body may have a Content-Type (%j)', async (body) => {
  const headers = { 'x-api-key': KEYS[0], 'content-type': JSON_TYPE }
  const payload = body === undefined ? {} : { payload: body }
  const answer = await app.inject({ method: 'DELETE', url: '/api/link/5', headers, ...payload })

  expect([answer.statusCode, answer.json()]).toEqual([200, { id: '5', deleted: true }])
})

describe('an absent body', () => {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8'))
  const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const { schema } = requestBody?.content[JSON_TYPE] ?? {}
        return schema ? [{ method: method.toUpperCase() as 'POST', path, schema }] : []
      }),
  )
  const isEmptyAllowed = ({ schema: { type, required = [] } }: (typeof operations)[number]) =>
    type === 'object' && required.length === 0
  const send = ({ method, path }: (typeof operations)[number], type?: string) =>
    app.inject({
      method,
      url: `/api${path.replace(/\{\w+\}/g, '1')}`,
      headers: { 'x-api-key': KEYS[0], ...(type && { 'content-type': type }) },
    })

  it.each([undefined, JSON_TYPE])(
    'is named as missing where one is required (%s)',
    async (type) => {
      const answers = []
      for (const operation of operations.filter((it) => !isEmptyAllowed(it))) {
        const { statusCode, body } = await send(operation, type)
        // The key of this test lacks some scopes.
        if (statusCode !== 401 && statusCode !== 403)
          answers.push([operation.path, statusCode, body])
      }
      expect(answers.length).toBeGreaterThan(10)
      expect(
        answers.filter(([, , body]) => !String(body).includes('The body is missing.')),
      ).toEqual([])
    },
  )

  it.each([undefined, JSON_TYPE])(
    'is taken as {} where no field is required (%s)',
    async (type) => {
      const lenient = operations.filter(isEmptyAllowed)
      expect(lenient.length).toBeGreaterThan(5)
      for (const operation of lenient) {
        const { body } = await send(operation, type)
        const same = await app.inject({
          method: operation.method,
          url: `/api${operation.path.replace(/\{\w+\}/g, '1')}`,
          headers: { 'x-api-key': KEYS[0], 'content-type': JSON_TYPE },
          payload: '{}',
        })
        expect([operation.path, withoutId(body)]).toEqual([operation.path, withoutId(same.body)])
      }
    },
  )
})

it.each([
  ['/api/link', '{"url":"https://e.com","domain_id":1,"title":"half \\ud83d"}'],
  ['/api/link/import', '{"domain_id":1,"csv":[{"url":"https://e.com","slug":"\\udc00"}]}'],
])('%s rejects a lone surrogate', async (url, body) => {
  const answer = await post(url, body)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toMatchObject([{ code: 'invalid_text' }])
})

describe('a Content-Encoding', () => {
  it.each(['gzip', 'br', 'deflate', 'x-nonsense', 'gzip, identity'])(
    '%s is answered with 415',
    async (coding) => {
      const answer = await post('/api/link', link('x'), JSON_TYPE, { 'content-encoding': coding })

      expect(answer.statusCode).toBe(415)
      expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
      expect(answer.headers['accept-encoding']).toBe('identity')
    },
  )

  it('identity is treated like no encoding', async () => {
    const headers = { 'content-encoding': 'Identity' }
    expect((await post('/api/link', link('x'), JSON_TYPE, headers)).statusCode).toBe(201)
  })
})
