import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Signer } from '@fingerpost/kit/secrets/signature'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { clickOperations } from './click.client.ts'
import { groupOperations } from './group.client.ts'
import { VALUE_FIELDS, ValueList, ValueQuery } from './group.schema.ts'
import { createPartReader, ofPart } from './part.rules.ts'
import { Report, ReportQuery } from './report-operation.schema.ts'

type AnyObject = Record<string, unknown>

const config = { scope: 'analytics:read' } as const

/** Each question as an operation of its own, several in one request, and the values of filters. */
export const analyticsRoutes =
  (clients: Pick<Clients, 'analytics' | 'references'>, icons: Signer): FastifyPluginAsyncTypebox =>
  async (app) => {
    const operations = { ...clickOperations(clients, icons), ...groupOperations(clients) }
    for (const [name, { query: querystring, body, answer }] of Object.entries(operations)) {
      app.get(
        `/analytics/${name}`,
        { config, schema: { querystring, response: { 200: body } } },
        async ({ query, caller, id: requestId }) => answer(query, { caller, requestId }),
      )
    }

    const readParts = createPartReader(operations)
    app.get(
      '/analytics/report',
      { config, schema: { querystring: ReportQuery, response: { 200: Report } } },
      async ({ query: { part, ...shared }, caller, id: requestId }, reply) => {
        const parts = readParts(part, shared)
        const texts = await Promise.all(
          parts.map(async ({ operation, query }, index) => {
            try {
              const answer = await operation.answer(query, { caller, requestId })
              const serialize = reply.compileSerializationSchema(operation.body as AnyObject)
              return serialize(answer as AnyObject)
            } catch (error) {
              throw ofPart(error, index)
            }
          }),
        )
        // Serialized by the schema of each part.
        return reply
          .type('application/json; charset=utf-8')
          .send(`{"parts":[${texts.join(',')}]}` as never)
      },
    )

    for (const field of VALUE_FIELDS) {
      app.get(
        `/analytics/value/${field}`,
        { config, schema: { querystring: ValueQuery, response: { 200: ValueList } } },
        async ({ query, caller, id: requestId }) => {
          const page = pageOf(query)
          const found = await clients.analytics.listValues(
            { field, search: query.search, page, include_bots: query.include_bots ?? false },
            { caller, requestId },
          )
          return { items: found.items, total: found.total, offset: page.offset, limit: page.limit }
        },
      )
    }
  }
