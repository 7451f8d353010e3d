import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { makeDocument } from '../openapi/service.ts'
import { PROBLEMS } from '../schema/problem.schema.ts'
import { KEYS, openTestApp } from '../testing/app.ts'
import { OPERATIONS } from './operations.docs.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
const document: any = await makeDocument()
const { app } = await openTestApp()
afterAll(() => app.close())

interface Route {
  name: string
  method: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
  operation: any
}
const routes: Route[] = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const name = `${method.toUpperCase()} ${path}`
    return { name, method: method.toUpperCase(), path, operation }
  }),
)
const resolve = (it: { $ref?: string }) =>
  it.$ref
    ? it.$ref
        .split('/')
        .slice(1)
        .reduce((node, key) => node[key], document)
    : it

/** The fields of a request body that clients send, and those of the objects in it. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
const fieldsOf = (node: any): [name: string, schema: any][] => {
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example') return []
    const own = key === 'properties' ? Object.entries(value as Record<string, object>) : []
    return [...own.filter(([, it]) => !('readOnly' in it || '$ref' in it)), ...fieldsOf(value)]
  })
}

/** Every media type of an operation's request and response bodies. */
const contents = ({ operation }: Route) => [
  ...Object.entries(operation.requestBody?.content ?? {}),
  ...Object.entries<{ content?: object }>(operation.responses)
    .filter(([status]) => status < '300')
    .flatMap(([, it]) => Object.entries(it.content ?? {})),
]

describe('the OpenAPI document', () => {
  it('matches docs/api/openapi.json, which `pnpm gen:api` writes', () => {
    const committed = JSON.parse(read('docs/api/openapi.json'))

    expect(Object.keys(committed.paths)).toEqual(Object.keys(document.paths))
    expect(committed).toEqual(document)
  })

  it('has every route that exists and no other', async () => {
    const byPath = Map.groupBy(routes, ({ path }) => path)
    const tree = app.printRoutes({ commonPrefix: false, method: 'OPTIONS' })
    const paths = pathsOf(tree).filter((path) => path.startsWith('/api/') && !path.endsWith('/'))
    const known = paths.map((path) => path.slice('/api'.length).replace(/:(\w+)/g, '{$1}'))

    expect(known.filter((path) => path !== '/*').sort()).toEqual([...byPath.keys()].sort())
    for (const [path, methods] of byPath) {
      const url = `/api${path.replaceAll(/\{\w+\}/g, '1')}`
      const { headers } = await app.inject({
        method: 'OPTIONS',
        url,
        headers: { 'x-api-key': KEYS[0] },
      })
      const allowed = String(headers.allow)
        .split(', ')
        .filter((it) => it !== 'HEAD')
      expect(methods.map(({ method }) => method).sort(), path).toEqual(allowed.sort())
    }
  })

  it('has patterns that validators in other languages read the same way', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
    const texts = [...new Set(patterns.map(([, text = '']) => JSON.parse(text) as string))]

    expect(texts.length).toBeGreaterThan(5)
    expect(texts.filter((it) => /\\[pPkcbB]|\(\?[^!]|\(\?<|\\u\{/.test(it))).toEqual([])
  })

  it('describes no route that does not exist', () => {
    const names = new Set(routes.map(({ name }) => name))
    expect(Object.keys(OPERATIONS).filter((name) => !names.has(name))).toEqual([])
  })

  it.each(routes)('describes $name completely', (route) => {
    const { operation } = route
    expect(operation.operationId).toMatch(/^[a-z]+[A-Za-z]+$/)
    expect(operation.summary).toMatch(/^[A-Z].+[^.]$/)
    expect(document.tags.map(({ name }: { name: string }) => name)).toContain(operation.tags[0])
    const kinds = operation.security.flatMap(Object.keys).join()
    expect(['', 'session', 'apiKey,session']).toContain(kinds)
    for (const parameter of operation.parameters.map(resolve)) {
      expect(parameter.description, parameter.name).toBeTruthy()
    }
    const unnamed = fieldsOf(operation.requestBody).filter(([, it]) => !it.description)
    expect(unnamed.map(([name]) => name)).toEqual([])
    const without = contents(route).filter(
      ([, it]) => (it as { example?: unknown }).example === undefined,
    )
    expect(without.map(([type]) => type)).toEqual([])
    expect(contents(route).length).toBeGreaterThan(0)
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([...(kinds ? ['401'] : []), '429', '500', '503']),
    )
  })

  it('has unique operation ids', () => {
    const ids = routes.map(({ operation }) => operation.operationId)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', ...document })
  it.each(
    routes.flatMap((route) =>
      contents(route).map(([type, it]) => ({ name: route.name, type, it })),
    ),
  )('has a valid example of $name as $type', ({ it: content }) => {
    const { schema, example } = content as { schema: object; example: unknown }
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    const validate = ajv.compile(JSON.parse(text))
    expect(validate(example) ? [] : validate.errors).toEqual([])
  })
})

describe('a problem code', () => {
  const sources = globSync(['gateway/src/**/*.ts', 'services/*/src/**/*.ts', 'kit/src/**/*.ts'], {
    cwd: root,
  })
    .filter((path) => !/\.test\.ts$|testing|gateway\/src\/schema\/.*problem/.test(path))
    .map(read)
    .join('\n')

  it('is documented if it is used', () => {
    const used = [
      ...sources.matchAll(/new Problem\(\s*'[a-z_]+',\s*'([a-z_]+)'/g),
      ...sources.matchAll(/\bconflict\(\s*'([a-z_]+)'/g),
    ].map(([, code = '']) => code)
    expect(used.length).toBeGreaterThan(20)
    // The exception is used between services only; API clients never see it.
    expect(used.filter((code) => !(code in PROBLEMS) && code !== 'unauthenticated')).toEqual([])
  })

  it('is used if it is documented', () => {
    const unused = Object.keys(PROBLEMS).filter((code) => !sources.includes(`'${code}'`))
    expect(unused).toEqual([])
  })

  it('has an anchor on the page of problem codes', async () => {
    const { body, headers } = await app.inject('/docs/problems')

    for (const code of Object.keys(PROBLEMS)) expect(body).toContain(`<section id="${code}">`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('the docs page', () => {
  it('requires no API key, no other host and no inline script or style', async () => {
    const page = await app.inject('/docs/')
    const files = [...page.body.matchAll(/<(?:script|link rel="stylesheet")[^>]*="(\/[^"]+)"/g)]

    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self';/,
    )
    expect(page.body).toContain('<meta name="viewport"')
    expect(page.body).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/)
    expect(files.length).toBe(2)
    for (const [, file = ''] of files) {
      const { statusCode, headers } = await app.inject(file)
      expect([statusCode, headers['cache-control']], file).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    expect((await app.inject('/docs/json')).json()).toEqual(document)
  })

  it('has an article with samples for every operation, and resolves every link in it', async () => {
    const { body } = await app.inject('/docs')
    const ids = new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)

    expect(routes.filter(({ operation }) => !ids.has(operation.operationId))).toEqual([])
    expect(targets.filter((id) => !ids.has(id))).toEqual([])
    expect(ids.size).toBe([...body.matchAll(/\sid="/g)].length)
    expect(body.match(/<summary>curl<\/summary>/g)?.length).toBeGreaterThan(90)
    expect(body.match(/= await api\.[A-Z]+\(/g)?.length).toBeGreaterThan(90)
  })

  it('is smaller than 100 kB with everything it loads, compressed', async () => {
    const page = await app.inject({ url: '/docs/', headers: { 'accept-encoding': 'br' } })
    const paths = [...(await app.inject('/docs/')).body.matchAll(/"(\/docs\/static\/[^"]+)"/g)]
    const files = paths.map(([, url = '']) =>
      app.inject({ url, headers: { 'accept-encoding': 'br' } }),
    )
    const all = [page, ...(await Promise.all(files))]

    expect(all.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br', 'br'])
    expect(all.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)).toBeLessThan(100_000)
  })

  it('answers the addresses of the previous reference', async () => {
    const { statusCode, headers } = await app.inject('/docs/static/index.html')
    expect([statusCode, headers.location]).toEqual([308, '/docs/'])
  })

  it('shows the document that programs read below /api with an API key', async () => {
    expect((await app.inject('/api/openapi.json')).statusCode).toBe(401)
    const answer = await app.inject({ url: '/api/openapi.json', headers: { 'x-api-key': KEYS[0] } })
    expect(answer.json()).toEqual(document)
  })
})

/** The paths of a route tree in the format that Fastify prints. */
function pathsOf(tree: string): string[] {
  const open: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    open.length = depth
    open.push(part)
    return methods ? [open.join('')] : []
  })
}
