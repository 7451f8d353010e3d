import { unavailable } from '@fingerpost/kit/http/problem'
import { Link } from '@fingerpost/protos/link/v1/link'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { compileValidator } from '../schema/validator.rules.ts'
import { fakeClients } from '../testing/fakes.ts'
import { clickExportRoutes } from './analytics/export.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { linkExportRoutes } from './links/export.routes.ts'

/** A call whose second answer takes three tries, and whose others take one. */
function answers<T>(...results: T[]) {
  let calls = 0
  return async () => {
    calls++
    if (calls === 2 || calls === 3) throw unavailable('The store is busy.')
    return results[calls === 1 ? 0 : Math.min(calls - 3, results.length - 1)] as T
  }
}

const entry = (id: string) => ({ id, created_at_ms: 0, fields: [], object: 'link', object_id: 1 })
const link = (id: number) => Link.fromJSON({ id })
const none = { listEntries: async () => ({ entries: [] }) }
const clients = fakeClients({
  analytics: {
    exportClicks: answers(
      { text: Buffer.from('1\n'), before_ms: 1, before_id: 'a', ended: false },
      { text: Buffer.from('2\n'), before_ms: 2, before_id: 'b', ended: true },
    ),
  },
  links: {
    scanLinks: answers({ links: [link(1)] }, { links: [link(2)] }, { links: [] }),
  },
  linkAudit: {
    listEntries: answers(
      { entries: [entry('2') as never], entries_left: 1 },
      { entries: [entry('1') as never] },
    ),
  },
  catalogAudit: none,
  bioAudit: none,
})

it.each(['/analytics/export', '/link/export?format=ndjson', '/audit/export'])(
  '%s goes on when a piece is answered late',
  async (url) => {
    const app = fastify({ logger: false })
    app.setValidatorCompiler(compileValidator)
    app.decorateRequest('caller')
    app.decorateRequest('confirmKey', async () => {})
    await app.register(clickExportRoutes(clients))
    await app.register(linkExportRoutes(clients))
    await app.register(auditRoutes(clients))

    const { statusCode, body } = await app.inject(url)
    expect([statusCode, body.trim().split('\n')]).toEqual([
      200,
      [expect.any(String), expect.any(String)],
    ])
  },
)
