import { actorOf } from '@fingerpost/kit/audit/actor'
import type { Client } from '@fingerpost/kit/grpc/client'
import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import { failureOf } from '@fingerpost/kit/grpc/problem-status'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { Reads } from '@fingerpost/kit/stores/replica'
import type { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { FoldersService } from '@fingerpost/protos/catalog/v1/label'
import type { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type {
  CreateLinkRequest,
  Link,
  LinkFilter,
  LinksService,
} from '@fingerpost/protos/link/v1/link'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { slugKey } from '@fingerpost/protos/slug-key'
import { LINK_SORTS } from '@fingerpost/protos/words'
import { countRepository } from '../counts/count.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { type Labels, toLink } from '../model/describe.rules.ts'
import { destinationsOf } from '../model/field.rules.ts'
import { checkCreate } from '../model/link.rules.ts'
import type { CountedLinkRow } from '../model/row.schema.ts'
import { checkSlug, normalSlug, type ShortUrlBase, shortUrl } from '../model/slug.rules.ts'
import { wordOf } from '../model/word.rules.ts'
import { onBehalf, type ReferenceClient } from '../references/reference.client.ts'
import { inPieces, readRepository } from '../rows/read.repository.ts'
import { wordsOf } from '../rows/search.rules.ts'
import { drawSlugs } from '../slugs/draw.adapter.ts'
import type { SlugCache } from '../slugs/slug.cache.ts'
import type { Titles } from '../titles/title.worker.ts'
import { checkBytes, type NewItem, replaceList, urlsOf } from '../variants/variant.rules.ts'
import { changeRepository } from './change.repository.ts'
import { linkRepository, linkRepositoryIn } from './link.repository.ts'
import { listRepository } from './list.repository.ts'
import type { Passwords } from './password.adapter.ts'

/** Dependencies of the link handlers. */
export interface LinkParts {
  postgres: Postgres<LinkSchema>
  /** For queries that read many links. */
  reads: Reads<LinkSchema>
  catalog: Client<ReferencesService>
  references: ReferenceClient
  describe: ReturnType<typeof describer>
  domains: Client<Pick<DomainsService, 'getDomainRecord'>>
  labels: Record<'folders' | 'tags', Client<Pick<FoldersService, 'delete'>>>
  slugs: SlugCache
  base: ShortUrlBase
  titles: Titles
  passwords: Passwords
  /** Links per team. */
  quota: TeamQuota
  /** Called after each commit that added rows to the outbox. */
  onChange: () => void
}

type Reading =
  | 'createLink'
  | 'createLinks'
  | 'getLinks'
  | 'listLinks'
  | 'scanLinks'
  | 'findLink'
  | 'checkSlug'

export const linkHandlers = (parts: LinkParts): Pick<Handlers<LinksService>, Reading> => {
  const { postgres, reads, domains, slugs, references, describe, base, onChange } = parts
  const links = linkRepository(postgres)
  const changes = changeRepository(postgres.db)
  const found = readRepository(postgres)

  /** A filter with the tags whose names contain words of its search text. */
  const searched = async (filter: LinkFilter = { tag_ids: [] }, context: CallContext) => ({
    ...filter,
    tagIds: await references.tagsContaining(wordsOf(filter.search ?? ''), context),
  })

  async function create(request: CreateLinkRequest, context: CallContext): Promise<Link> {
    const draft = checkCreate(request)
    if (Array.isArray(draft)) throw invalid(draft)
    const { orgId, userId } = context.caller()
    const { domain_id, idempotency_key } = request
    const made = await links.ofRequest(orgId, idempotency_key)
    if (made) return describe.one(made, context)
    const { folder_id, tag_ids } = draft.columns
    const { domain, labels } = await references.check(
      {
        domainId: domain_id,
        folderId: folder_id,
        tagIds: tag_ids,
        destinations: { ...destinationsOf(draft.columns), ...urlsOf('rules', draft.rules) },
      },
      context,
    )
    if (!domain) throw notFound('There is no such domain.')
    const [passwordHash, page] = await Promise.all([
      parts.passwords.hash(orgId, draft.password),
      request.title === undefined ? parts.titles.of(orgId, draft.columns.url) : undefined,
    ])
    const columns = {
      ...draft.columns,
      ...(page && { title: page.title }),
      ...(draft.rules?.length && { rules: await newRules(draft.rules) }),
    }
    const place = {
      actor: actorOf(context),
      orgId,
      userId,
      domainId: domain_id,
      domain: domain.name,
      passwordHash,
      idempotencyKey: idempotency_key,
    }
    const candidates = draft.slug ? [draft.slug] : drawSlugs(draft.slugLength ?? domain.slug_length)
    const insert = (repository: typeof links) =>
      repository.insert(place, columns, candidates, domain.case_sensitive)
    // Without a quota, concurrent creates are batched into one insert.
    const row =
      parts.quota.limit === 0
        ? await insert(links)
        : await parts.quota.add(
            postgres.db,
            orgId,
            (tx) => countRepository(tx).ofTeam(orgId),
            (tx) => insert(linkRepositoryIn(tx)),
          )
    if (!row) {
      const twin = await links.ofRequest(orgId, idempotency_key)
      if (twin) return describe.one(twin, context)
      throw slugTaken(draft.slug ?? '', domain.name)
    }
    onChange()
    page?.fillLater(row.id)
    await slugs.tryPut(row, context.log)
    return describe.one({ ...row, clicks: 0, clicked_at: null }, context, labels)
  }

  /** The rules of a new link. Throws invalid if they are too large. */
  async function newRules(items: readonly NewItem<'rules'>[]) {
    const ids = await changes.newVariantIds(postgres.db, items.length)
    const rules = replaceList('rules', items, [], ids, 'rules')
    const fault = checkBytes({ ...forLists(() => []), rules })
    if (fault) throw invalid([{ field: 'rules', ...fault }])
    return rules
  }

  return {
    createLink: create,

    async createLinks({ requests }, context) {
      // The gateway joins the ids of the requests that it sends together.
      const requestIds = context.requestId.split(',')
      const results = requests.map((request, i) =>
        create(request, { ...context, requestId: requestIds[i] ?? context.requestId }).then(
          (link) => ({ link }),
          (error: unknown) => ({ failure: failureOf(error, context) }),
        ),
      )
      return { results: await Promise.all(results) }
    },

    async getLinks({ ids }, context) {
      const { rows, left } = await found.get(reachOf(context.caller()), ids)
      return { links: await describe.all(rows, context), links_left: left || undefined }
    },

    async listLinks({ filter, offset, limit, sort, order }, context) {
      const by = wordOf('sort', LINK_SORTS, sort)
      const query = await searched(filter, context)
      const { rows, total } = await reads.read((db) =>
        listRepository(db, base).page(
          reachOf(context.caller()),
          query,
          by,
          order === 'asc' ? 'asc' : 'desc',
          offset,
          limit,
        ),
      )
      return { links: await describe.all(rows, context), total }
    },

    async scanLinks({ filter, after_id, limit }, context) {
      const reach = reachOf(context.caller())
      const query = await searched(filter, context)
      const rows = await reads.read((db) =>
        listRepository(db, base).after(reach, query, after_id, limit),
      )
      return { links: await describe.all(rows, context) }
    },

    async findLink({ domain, slug }, context) {
      const reach = reachOf(context.caller())
      const { record } = await domains.getDomainRecord(
        { name: domain.toLowerCase() },
        onBehalf(context),
      )
      const row =
        record?.org_id === reach.orgId
          ? await found.find(reach, record.id, slugKey(normalSlug(slug), record.case_sensitive))
          : undefined
      if (!row) throw notFound('There is no link at this address.')
      return describe.one(row, context)
    },

    async checkSlug({ domain_id, slug }, context) {
      const { domain } = await references.check({ domainId: domain_id }, context)
      const fault = checkSlug(normalSlug(slug))
      if (fault) return { available: false, reason: fault.code }
      const key = slugKey(normalSlug(slug), domain?.case_sensitive ?? false)
      const taken = await found.isTaken(domain_id, key)
      return taken ? { available: false, reason: 'taken' } : { available: true }
    },
  }
}

/** Describes rows as the API shows them. Folders and tags not in `known` are read in one call. */
export const describer = (references: ReferenceClient, base: ShortUrlBase) => {
  async function all(
    rows: CountedLinkRow[],
    context: CallContext,
    known?: Labels,
  ): Promise<Link[]> {
    const labels = await references.labelsOf(rows, context, known)
    return rows.map((row) => toLink(row, shortUrl(base, row.domain, row.slug), labels))
  }
  return {
    all,
    one: async (row: CountedLinkRow, context: CallContext, known?: Labels): Promise<Link> =>
      (await all([row], context, known))[0] as Link,
  }
}

/** Size of the links of which `publisher` writes the records at once; the last may exceed it. */
const PUBLISHED_BYTES = 4_000_000

/** Writes the slug records of links that were changed. Never fails: the outbox repeats it. */
export const publisher =
  ({ postgres, slugs }: Pick<LinkParts, 'postgres' | 'slugs'>) =>
  async (ids: readonly number[], log: Logger): Promise<void> => {
    try {
      for await (const rows of inPieces(postgres.db, ids, PUBLISHED_BYTES)) {
        await Promise.all(rows.map((row) => slugs.tryPut(row, log)))
      }
    } catch (error) {
      log.warn({ err: error }, 'reading changed links failed')
    }
  }

export function slugTaken(slug: string, domain: string) {
  const detail = `"${slug}" is taken on ${domain}.`
  return conflict('slug_taken', detail, [{ field: 'slug', code: 'taken', detail }])
}
