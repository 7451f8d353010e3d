import { createLog } from '@fingerpost/kit/process/log'
import { SCOPES } from '@fingerpost/protos/words'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeDocument } from '../openapi/service.ts'
import { CONFIG } from '../testing/app.ts'
import { fakeClients } from '../testing/fakes.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
const document: any = await makeDocument()
const app = await buildApp(
  fakeClients({}),
  { needs: {}, uses: {} },
  CONFIG,
  createLog('gateway', 'silent'),
  {},
  (api) => {
    for (const name of ['caller', 'actor', 'keyId', 'sessionId', 'confirmKey', 'idempotencyKey'])
      api.decorateRequest(name)
    api.addHook('onRequest', async (request) => {
      request.caller = { orgId: 7, userId: 70, scopes: [...SCOPES] }
    })
  },
)
afterAll(() => app.close())

/** Copies of a JSON value, each with one text replaced by one with NUL. */
function spoiled(value: unknown): unknown[] {
  if (typeof value === 'string') return [`a\u0000`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, it]) =>
    spoiled(it).map((bad) =>
      Array.isArray(value) ? value.with(Number(name), bad) : { ...value, [name]: bad },
    ),
  )
}

const parametersOf = ({ parameters = [] }: { parameters?: { $ref?: string }[] }, place: string) =>
  parameters
    .map((it) => (it.$ref ? document.components.parameters[it.$ref.split('/').at(-1) ?? ''] : it))
    .flatMap((it) => (it.in === place ? [it.name as string] : []))

/** Stores nothing; an import of the same file reports the row. */
const LOOK = '/link/import/look'

const requests = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.entries(path === LOOK ? {} : methods).flatMap(([method, operation]) => {
    const payload = operation.requestBody?.content['application/json']?.example
    const url = `/api${path}`
    const query = parametersOf(operation, 'query')
      .map((it) => `${it}=a%00`)
      .join('&')
    const fill = (it: string) => it.replaceAll(/\{\w+\}/g, '1')
    return [
      ...parametersOf(operation, 'path').map((it) => ({
        url: fill(url.replace(`{${it}}`, 'a%00')),
        payload,
      })),
      ...(query ? [{ url: `${fill(url)}?${query}`, payload }] : []),
      ...spoiled(payload).map((bad) => ({ url: fill(url), payload: bad })),
    ].map((it) => ({ ...it, method: method.toUpperCase() }) as InjectOptions)
  }),
)

it('no operation takes NUL in a text of its path, query or body', async () => {
  const answers = await Promise.all(
    requests.map(async (request) => ({ request, status: (await app.inject(request)).statusCode })),
  )

  expect(answers.length).toBeGreaterThan(200)
  expect(answers.filter(({ status }) => status !== 400)).toEqual([])
})
