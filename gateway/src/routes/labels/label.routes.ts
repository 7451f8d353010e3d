import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type { DatedLabel, FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import type { FastifyPluginAsync } from 'fastify'
import type { Static } from 'typebox'
import { bodyOf } from '../../schema/body.mapper.ts'
import { requireScope } from '../../sessions/credential.rules.ts'
import { resourceRoutes } from '../resource.routes.ts'
import { CreateLabel, LABELS, ListLabelsQuery, UpdateLabel } from './label.schema.ts'

type LabelBody = Static<typeof LABELS.folder>

const toDatedBody = bodyOf(LABELS.folder)
const toLabelBody = (label: DatedLabel): LabelBody =>
  toDatedBody({ ...label, links: undefined, clicks: undefined })

/** Folders and tags have the same routes under two names. */
export const labelRoutes = (
  word: 'folder' | 'tag',
  labels: Client<FoldersService> | Client<TagsService>,
  links: Pick<Client<LinksService>, 'countByLabel'>,
): FastifyPluginAsync => {
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

  return resourceRoutes({
    path: `/${word}`,
    noun: word,
    read: { scope: 'catalog:read' },
    write: { scope: 'catalog:write' },
    schemas: {
      query: ListLabelsQuery,
      one: LABELS[word],
      create: CreateLabel,
      update: UpdateLabel,
    },
    async list({ counts, offset, limit, search, sort = 'name', order }, call, { caller, keyId }) {
      if (counts) {
        requireScope({ kind: keyId === undefined ? 'session' : 'key' }, caller, 'link:read')
      }
      const sorted = { sort, order: order ?? (sort === 'name' ? 'asc' : 'desc') }
      const found = await labels.list({ offset, limit, search, ...sorted }, call)
      const items = found.labels.map(toLabelBody)
      return { items: counts ? await counted(items, call) : items, total: found.total }
    },
    create: async ({ name, color }, call) =>
      toLabelBody(await labels.create({ name, color: color ?? undefined }, call)),
    get: async (it, call) => toLabelBody(await labels.get(it, call)),
    async update(id, { name, color }, call) {
      const clear = color === null ? ['color'] : []
      return toLabelBody(await labels.update({ id, name, color: color ?? undefined, clear }, call))
    },
    remove: labels.delete,
  })
}
