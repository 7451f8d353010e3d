import { unavailable } from '@fingerpost/kit/http/problem'
import type { Erasure } from '@fingerpost/protos/catalog/v1/erasure'
import { SCOPES } from '@fingerpost/protos/words'
import { type FastifyInstance, fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { clickExportRoutes } from '../analytics/export.routes.ts'
import { linkExportRoutes } from '../links/export.routes.ts'
import { organizationExportRoutes } from '../organization/export.routes.ts'
import { auditRoutes } from './audit.routes.ts'
import { recordExports } from './export.hook.ts'

/** The exports of the API, whose requests are recorded unless catalog is `away`. */
async function openExports(away = false, erasing = 'done') {
  const recorded: object[] = []
  const moves = { readLines: async () => ({ text: Buffer.from('{}\n') }) }
  const clients = fakeClients({
    organizations: {
      getOrganization: async () => ({ id: 7, name: 'Shop', slug: 'shop' }),
      recordExport: async (request, call) => {
        if (away) throw unavailable('Catalog is unavailable.')
        recorded.push({ ...request, team: call?.caller?.orgId })
        return {}
      },
    },
    erasures: {
      listErasures: async () => ({
        erasures: [{ progress: { state: erasing } } as Erasure],
        total: 1,
      }),
    },
    catalogAudit: { listEntries: async () => ({ entries: [] }) },
    linkAudit: { listEntries: async () => ({ entries: [] }) },
    bioAudit: { listEntries: async () => ({ entries: [] }) },
    links: { scanLinks: async () => ({ links: [] }) },
    analytics: { exportClicks: async () => ({ text: Buffer.from('click\n'), ended: true }) },
    linkMoves: moves,
    catalogMoves: moves,
    bioMoves: moves,
    analyticsMoves: moves,
  })
  const app: FastifyInstance = fastify({ logger: false })
  app.setValidatorCompiler(compileValidator)
  renderProblems(app)
  app.decorateRequest('caller')
  app.decorateRequest('confirmKey', async () => {})
  app.addHook('onRequest', async (request) => {
    request.caller = { orgId: 7, userId: 70, scopes: [...SCOPES] }
  })
  recordExports(app, clients)
  await app.register(auditRoutes(clients))
  await app.register(linkExportRoutes(clients))
  await app.register(clickExportRoutes(clients))
  await app.register(organizationExportRoutes(clients, '1.0.0'))
  return { app, recorded }
}

describe.each([
  ['audit', '/audit/export', 'operation=created'],
  ['links', '/link/export', 'format=ndjson'],
  ['clicks', '/analytics/export', 'format=csv'],
  ['team', '/organization/export', ''],
])('an export of %s', (data, path, query) => {
  const url = query ? `${path}?${query}` : path

  it('is recorded once, with its query', async () => {
    const { app, recorded } = await openExports()
    const { statusCode, headers } = await app.inject(url)

    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; /),
    ])
    expect(recorded).toEqual([{ data, query, team: 7 }])
  })

  it('sends no data if it cannot be recorded', async () => {
    const { app } = await openExports(true)
    const response = await app.inject(url)

    expect(response.headers['content-disposition']).toBeUndefined()
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
  })
})

it('is not recorded when it is refused', async () => {
  const { app, recorded } = await openExports()

  expect((await app.inject('/audit/export?operation=eaten')).statusCode).toBe(400)
  expect(recorded).toEqual([])
})

it.each(['queued', 'erasing'])('of a team is refused while an erasure is %s', async (state) => {
  const { app, recorded } = await openExports(false, state)
  const response = await app.inject('/organization/export')

  expect([response.statusCode, response.json().code]).toEqual([409, 'erasure_unfinished'])
  expect(recorded).toEqual([])
})

it('a new export cannot be forgotten', async () => {
  const { app } = await openExports()
  expect(() => app.get('/note/export', async () => 'notes')).toThrow('does not name the data')
  app.get('/note/file', (_, reply) =>
    reply.header('content-disposition', 'attachment; filename="notes.csv"').send('notes'),
  )

  const response = await app.inject('/note/file')
  expect([response.statusCode, response.body.includes('notes.csv')]).toEqual([500, false])
})
