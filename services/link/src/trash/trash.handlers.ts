import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { actorOf } from '@fingerpost/kit/audit/actor'
import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import { failureOf } from '@fingerpost/kit/grpc/problem-status'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, notFound, Problem } from '@fingerpost/kit/http/problem'
import { quotaExceeded } from '@fingerpost/kit/stores/quota'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import { slugKey } from '@fingerpost/protos/slug-key'
import { checkIds } from '../links/bulk.handlers.ts'
import { type LinkParts, publisher, slugTaken } from '../links/link.handlers.ts'
import { RESERVED_DAYS } from '../rows/read.repository.ts'
import { type Place, type TrashedRow, trashRepository } from './trash.repository.ts'

const RESERVED_MS = RESERVED_DAYS * 86_400_000

type Trash = 'listDeletedLinks' | 'undeleteLinks' | 'purgeLinks' | 'recallLinks'

export const trashHandlers = (parts: LinkParts): Pick<Handlers<LinksService>, Trash> => {
  const { postgres, slugs, references, describe, quota, onChange } = parts
  const publish = publisher(parts)
  const trash = trashRepository(postgres.db)
  const restoring = createTeamQueue()

  /**
   * Restores links of one domain and notifies redirect. Returns the problems of those that cannot be
   * restored.
   */
  async function restore(
    rows: readonly TrashedRow[],
    places: readonly Place[],
    context: CallContext,
  ): Promise<Map<number, Problem>> {
    const reach = reachOf(context.caller())
    const done = await restoring.run(reach.orgId, () =>
      trash.restore(actorOf(context), reach, places, quota),
    )
    if (done === 'taken') {
      return new Map(rows.map(({ id, slug, domain }) => [id, slugTaken(slug, domain)]))
    }
    if (done.restored.length > 0) onChange()
    await publish(
      done.restored.map(({ id }) => id),
      context.log,
    )
    await Promise.all(
      done.restored.map(async ({ left_slug_key: left, ...row }) => {
        if (left === row.slug_key) return
        const address = { domainId: row.domain_id, slugKey: left }
        await slugs.tryFree(address, row.version, context.log)
      }),
    )
    return new Map([
      ...done.full.map((id) => [id, quotaExceeded({ kind: 'links', limit: quota.limit })] as const),
      ...done.missing.map((id) => [id, noLink()] as const),
    ])
  }

  /** The problems of links that cannot be restored, by id. */
  async function restoreAll(rows: readonly TrashedRow[], context: CallContext) {
    const { domains, labels } = await references.present(rows, context)
    const problems = new Map<number, Problem>()
    const groups = new Map<string, { rows: TrashedRow[]; places: Place[] }>()
    for (const row of rows) {
      const { id, slug, domain_id, folder_id, tag_ids } = row
      const domain = domains.get(domain_id)
      if (!domain) {
        problems.set(id, domainDeleted(row.domain))
        continue
      }
      const slug_key = slugKey(slug, domain.case_sensitive)
      // A link that keeps its reserved key always gets it; another key may be taken.
      const group = slug_key === row.slug_key ? `domain ${domain_id}` : `link ${id}`
      const folder = folder_id !== null && labels.folders.has(folder_id) ? folder_id : null
      const tags = tag_ids.filter((tag) => labels.tags.has(tag))
      const place = { id, slug_key, folder_id: folder, tag_ids: tags }
      const others = groups.get(group) ?? { rows: [], places: [] }
      groups.set(group, { rows: [...others.rows, row], places: [...others.places, place] })
    }
    for (const group of groups.values()) {
      const found = await restore(group.rows, group.places, context).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
        const isGone = error.kind === 'not_found' // its domain, while it is being deleted
        return new Map(group.rows.map((it) => [it.id, isGone ? domainDeleted(it.domain) : error]))
      })
      for (const [id, problem] of found) problems.set(id, problem)
    }
    return problems
  }

  return {
    async listDeletedLinks({ offset, limit }, context) {
      const { rows, total } = await trash.page(reachOf(context.caller()), offset, limit)
      const links = await describe.all(rows, context)
      return {
        total,
        links: links.map((link, i) => {
          const deleted_at = rows[i]?.deleted_at ?? new Date(0)
          const restorable_until = new Date(deleted_at.getTime() + RESERVED_MS)
          return { link, deleted_at, restorable_until }
        }),
      }
    },

    async undeleteLinks({ ids }, context) {
      checkIds(ids)
      const rows = await trash.find(reachOf(context.caller()), ids)
      const found = new Set(rows.map(({ id }) => id))
      const problems = await restoreAll(
        rows.filter(({ deleted_at }) => deleted_at !== null),
        context,
      )
      return {
        results: [...new Set(ids)].map((id) => {
          const problem = found.has(id) ? problems.get(id) : noLink()
          return problem ? { id, failure: failureOf(problem, context) } : { id }
        }),
      }
    },

    async recallLinks({ ids }, { caller }) {
      checkIds(ids)
      const found = await trash.recall(reachOf(caller()), ids)
      const gone = found.filter(({ is_gone }) => is_gone)
      return { ids: found.map(({ id }) => id), gone: gone.map(({ id }) => id) }
    },

    async purgeLinks({ ids }, context) {
      checkIds(ids)
      const changed = await trash.purge(actorOf(context), reachOf(context.caller()), ids)
      const done = new Set(changed)
      return { changed, missing: [...new Set(ids)].filter((id) => !done.has(id)) }
    },
  }
}

const noLink = () => notFound('There is no such link.')

const domainDeleted = (domain: string) =>
  conflict('domain_deleted', `The domain of the link, ${domain}, was deleted.`)
