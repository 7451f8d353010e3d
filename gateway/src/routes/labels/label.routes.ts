import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type { DatedLabel, FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import type { Static } from 'typebox'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { requireScope } from '../../sessions/credential.rules.ts'
import { CreateLabel, LABELS, LabelParams, ListLabelsQuery, UpdateLabel } from './label.schema.ts'

const READ = { scope: 'catalog:read' } as const
const WRITE = { scope: 'catalog:write' } as const

type LabelBody = Static<typeof LABELS.folder.one>

/** Folders and tags have the same routes under two names. */
export const labelRoutes =
  (
    word: 'folder' | 'tag',
    labels: Client<FoldersService> | Client<TagsService>,
    links: Pick<Client<LinksService>, 'countByLabel'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const one = `/${word}/:id`
    const params = LabelParams
    const { one: Label, list: LabelList } = LABELS[word]
    const idOf = ({ id }: { id: string }) => pathId(id, `There is no such ${word}.`)

    app.get(
      `/${word}`,
      { config: READ, schema: { querystring: ListLabelsQuery, response: { 200: LabelList } } },
      async ({ query, caller, keyId, id: requestId }) => {
        if (query.counts) {
          requireScope({ kind: keyId === undefined ? 'session' : 'key' }, caller, 'link:read')
        }
        const { offset, limit } = pageOf(query)
        const { search, sort = 'name' } = query
        const order = query.order ?? (sort === 'name' ? 'asc' : 'desc')
        const request = { offset, limit, search, sort, order }
        const found = await labels.list(request, { caller, requestId })
        const items = found.labels.map(toLabelBody)
        return {
          items: query.counts ? await counted(items, { caller, requestId }) : items,
          total: found.total,
          offset,
          limit,
        }
      },
    )

    /** Adds the numbers of links and clicks, with one call for all labels. */
    async function counted(items: LabelBody[], call: CallOptions): Promise<LabelBody[]> {
      if (items.length === 0) return []
      const ids = items.map(({ id }) => id)
      const request = { folder_ids: [], tag_ids: [], [`${word}_ids`]: ids }
      const { counts } = await links.countByLabel(request, call)
      const byId = new Map(counts.map((it) => [it.id, it]))
      return items.map((label) => {
        const { links: count = 0, clicks = 0 } = byId.get(label.id) ?? {}
        return { ...label, links: count, clicks }
      })
    }

    app.post(
      `/${word}`,
      { config: WRITE, schema: { body: CreateLabel, response: { 201: Label } } },
      async ({ body, caller, id: requestId }, reply) => {
        const request = { name: body.name, color: body.color ?? undefined }
        const label = await labels.create(request, { caller, requestId })
        return reply
          .code(201)
          .header('location', `/api/${word}/${label.id}`)
          .send(toLabelBody(label))
      },
    )

    app.get(
      one,
      { config: READ, schema: { params, response: { 200: Label } } },
      async ({ params, caller, id: requestId }) =>
        toLabelBody(await labels.get({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config: WRITE,
      schema: { params, body: UpdateLabel, response: { 200: Label } },
      handler: async ({ params, body, caller, id: requestId }) => {
        const request = {
          id: idOf(params),
          name: body.name,
          color: body.color ?? undefined,
          clear: body.color === null ? ['color'] : [],
        }
        return toLabelBody(await labels.update(request, { caller, requestId }))
      },
    })

    app.delete(
      one,
      { config: WRITE, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        await labels.delete({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )
  }

const toLabelBody = ({
  id,
  name,
  color,
  created_at: createdAt,
  updated_at: updatedAt,
}: DatedLabel): LabelBody => ({
  id,
  name,
  ...(color === undefined ? {} : { color }),
  created_at: (createdAt ?? new Date(0)).toISOString(),
  updated_at: (updatedAt ?? new Date(0)).toISOString(),
})
