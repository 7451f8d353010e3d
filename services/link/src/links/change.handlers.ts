import { actorOf } from '@fingerpost/kit/audit/actor'
import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound, unavailable } from '@fingerpost/kit/http/problem'
import type { Domain } from '@fingerpost/protos/catalog/v1/domain'
import type { Link, LinksService, UpdateLinkRequest } from '@fingerpost/protos/link/v1/link'
import {
  forLists,
  LIST_FIELDS,
  type ListField,
  type ReplaceCall,
  replaceCall,
} from '@fingerpost/protos/redirect-rules'
import { slugKey } from '@fingerpost/protos/slug-key'
import { type Labels, NO_LABELS } from '../model/describe.rules.ts'
import { destinationsOf, type LinkColumns, valuesOf } from '../model/field.rules.ts'
import { checkUpdate, type LinkDraft } from '../model/link.rules.ts'
import type { LinkRow } from '../model/row.schema.ts'
import {
  checkBytes,
  countNew,
  type NewItem,
  replaceList,
  urlsOf,
} from '../variants/variant.rules.ts'
import { changeRepository, type LinkPatch } from './change.repository.ts'
import { type LinkParts, slugTaken } from './link.handlers.ts'
import { columnsSince } from './version.repository.ts'

type Changing = 'updateLink' | 'restoreLink' | ReplaceCall
/** The link has changed since its new address was checked. */
class Outdated extends Error {}

/** What an earlier version of a link adds to an update. */
interface Earlier {
  lists?: Partial<Record<ListField, string>>
  /** The version of the link from which the earlier one was computed. */
  version?: number
}

type Decide = Parameters<ReturnType<typeof changeRepository>['change']>[3]

/** How often a new address is checked again because the link was changed concurrently. */
const TRIES = 20

export const changeHandlers = (parts: LinkParts): Pick<Handlers<LinksService>, Changing> => {
  const { postgres, slugs, references, describe, onChange } = parts
  const changes = changeRepository(postgres.db)

  /**
   * Changes one link, notifies redirect, and returns the link; undefined if its new slug is taken.
   */
  async function change(
    id: number,
    decide: Decide,
    context: CallContext,
    known?: Labels,
  ): Promise<Link | undefined> {
    const bounded: Decide = async (row, tx) => checked(row, await decide(row, tx))
    const done = await changes.change(actorOf(context), reachOf(context.caller()), id, bounded)
    if (done === undefined) throw notFound('There is no such link.')
    if (done === 'taken') return undefined
    onChange()
    const { before, after } = done
    const moved = before.domain_id !== after.domain_id || before.slug_key !== after.slug_key
    await Promise.all([
      slugs.tryPut(after, context.log),
      moved &&
        slugs.tryFree(
          { domainId: before.domain_id, slugKey: before.slug_key },
          after.version,
          context.log,
        ),
    ])
    return describe.one(after, context, known)
  }

  /** A link within reach; throws not_found. */
  async function find(id: number, context: CallContext): Promise<LinkRow> {
    const current = await changes.find(reachOf(context.caller()), id)
    if (!current) throw notFound('There is no such link.')
    return current
  }

  /**
   * Checks a draft's references. Returns its labels, and its domain unless the address stays. A
   * move to another domain checks every destination again: it may have become a short domain since.
   */
  async function address(
    draft: LinkDraft<Partial<LinkColumns>>,
    current: LinkRow,
    context: CallContext,
  ) {
    const moved = draft.domainId !== undefined && draft.domainId !== current.domain_id
    return references.check(
      {
        domainId: draft.domainId,
        folderId: draft.columns.folder_id,
        tagIds: draft.columns.tag_ids,
        destinations: {
          ...destinationsOf({ ...(moved ? current : {}), ...draft.columns }),
          ...(moved ? variantsOf(current) : {}),
          ...urlsOf('rules', draft.rules),
        },
        current,
      },
      context,
    )
  }

  /**
   * The new address of a link. `at` returns the address of the row being changed, and throws
   * Outdated if the row has changed since it was checked, so that concurrent moves do not undo each
   * other.
   */
  async function placeOf(
    id: number,
    draft: LinkDraft<Partial<LinkColumns>>,
    context: CallContext,
  ): Promise<{
    current?: LinkRow
    domain?: Domain
    labels: Labels
    at: (row: LinkRow) => LinkPatch
  }> {
    if (!refers(draft)) return { labels: NO_LABELS, at: () => ({}) }
    const current = await find(id, context)
    if (draft.domainId === undefined && draft.slug === undefined) {
      const { labels } = await address(draft, current, context)
      return { labels, at: () => ({}) }
    }
    const asked = { ...draft, domainId: draft.domainId ?? current.domain_id }
    const { domain, labels } = await address(asked, current, context)
    if (!domain) return { current, labels, at: () => ({}) }
    const at = (row: LinkRow): LinkPatch => {
      if (row.version !== current.version) throw new Outdated()
      const slug = draft.slug ?? row.slug
      return {
        domain_id: domain.id,
        domain: domain.name,
        slug,
        slug_key: slugKey(slug, domain.case_sensitive),
      }
    }
    return { current, domain, labels, at }
  }

  /** The patch that replaces a list. */
  async function listPatch<F extends ListField>(
    field: F,
    items: readonly NewItem<F>[],
    row: LinkRow,
    tx: Parameters<Decide>[1],
    path: string,
  ): Promise<LinkPatch> {
    const ids = await changes.newVariantIds(tx, countNew(items))
    return { [field]: JSON.stringify(replaceList(field, items, row[field], ids, path)) }
  }

  const replace =
    <F extends ListField>(field: F) =>
    async (
      { id, items }: { id: number; items: readonly NewItem<F>[] },
      context: CallContext,
    ): Promise<Link> => {
      const labels = await checkLoops(id, items, context)
      const decide: Decide = (row, tx) => listPatch(field, items, row, tx, 'items')
      const link = await change(id, decide, context, labels)
      if (!link) throw notFound('There is no such link.')
      return link
    }

  const replacing = Object.fromEntries(
    LIST_FIELDS.map((field) => [replaceCall(field), replace(field)]),
  ) as unknown as Pick<Handlers<LinksService>, ReplaceCall>

  /**
   * Changes a link as a request says, together with these lists of destinations. Throws Outdated if a
   * version is expected and the link has another one.
   */
  async function update(
    request: UpdateLinkRequest,
    context: CallContext,
    { lists = {}, version }: Earlier = {},
  ): Promise<Link> {
    const draft = checkUpdate(request)
    if (Array.isArray(draft)) throw invalid(draft)
    let place = await placeOf(request.id, draft, context)
    const password_hash = await parts.passwords.hash(context.caller().orgId, draft.password)
    const { url } = draft.columns
    const untitled = url !== undefined && request.clear.includes('title')
    const page = untitled ? await parts.titles.of(context.caller().orgId, url) : undefined
    const patch: LinkPatch = {
      ...draft.columns,
      ...lists,
      ...(page ? { title: page.title } : {}),
      ...(draft.password === undefined ? {} : { password_hash }),
    }
    for (let tries = 1; tries <= TRIES; tries++) {
      const { at, labels } = place
      const decide: Decide = async (row, tx) => {
        if (version !== undefined && row.version !== version) throw new Outdated()
        const { rules } = draft
        const listed = rules ? await listPatch('rules', rules, row, tx, 'rules') : {}
        return { ...patch, ...listed, ...at(row) }
      }
      const link = await change(request.id, decide, context, labels).catch((error: unknown) => {
        if (!(error instanceof Outdated) || version !== undefined) throw error
        return error
      })
      if (!link) throw slugTaken(draft.slug ?? place.current?.slug ?? '', place.domain?.name ?? '')
      if (!(link instanceof Outdated)) {
        page?.fillLater(link.id)
        return link
      }
      place = await placeOf(request.id, draft, context)
    }
    throw keepsChanging()
  }

  /** Restores an earlier version. Throws Outdated if the link changes while its history is read. */
  async function restore(id: number, entryId: string, context: CallContext): Promise<Link> {
    const { version } = await find(id, context)
    const columns = await columnsSince(postgres.db, context.caller().orgId, id, entryId)
    if (!columns) throw notFound('The link has no such version.')
    const { domain_id, slug } = columns as Partial<LinkRow>
    await references.check({ destinations: variantsOf(columns) }, context)
    const { values, clear } = valuesOf(await withPresentLabels(columns, context))
    const place = {
      ...(domain_id === undefined ? {} : { domain_id }),
      ...(slug === undefined ? {} : { slug }),
    }
    const lists = Object.fromEntries(
      LIST_FIELDS.flatMap((it) => (columns[it] ? [[it, JSON.stringify(columns[it])]] : [])),
    )
    return update({ id, clear, ...values, ...place }, context, { lists, version })
  }

  return {
    updateLink: (request, context) => update(request, context),

    async restoreLink({ id, entry_id }, context) {
      for (let tries = 1; tries <= TRIES; tries++) {
        try {
          return await restore(id, entry_id, context)
        } catch (error) {
          if (!(error instanceof Outdated)) throw error
        }
      }
      throw keepsChanging()
    },

    ...replacing,
  }

  /** Columns of an earlier version, without folders and tags that no longer exist. */
  async function withPresentLabels(columns: Partial<LinkRow>, context: CallContext) {
    const { folder_id = null, tag_ids = [] } = columns
    const { folders, tags } = await references.labelsOf([{ folder_id, tag_ids }], context)
    return {
      ...columns,
      ...(columns.folder_id && !folders.has(columns.folder_id) && { folder_id: null }),
      ...(columns.tag_ids && { tag_ids: tag_ids.filter((tag) => tags.has(tag)) }),
    }
  }

  /** Checks the destinations of items. Returns the labels of the link, if catalog was called. */
  async function checkLoops(id: number, items: readonly { url: string }[], context: CallContext) {
    const current = items.length > 0 ? await find(id, context) : undefined
    const destinations = urlsOf('items', items)
    return (await references.check({ destinations, current }, context)).labels
  }
}

/** A patch after which the lists of the row are not too large together. Throws invalid. */
function checked(row: LinkRow, patch: LinkPatch): LinkPatch {
  if (!LIST_FIELDS.some((it) => patch[it] !== undefined)) return patch
  const listAfter = (it: ListField) => JSON.parse(patch[it] ?? JSON.stringify(row[it]))
  const fault = checkBytes(forLists(listAfter))
  if (fault) throw invalid([{ field: 'items', ...fault }])
  return patch
}

const keepsChanging = () => unavailable('The link keeps changing. Try again.')

/** Whether a draft names anything that has to be checked. */
const refers = ({ domainId, slug, columns, rules }: LinkDraft<Partial<LinkColumns>>): boolean =>
  domainId !== undefined ||
  (rules?.length ?? 0) > 0 ||
  slug !== undefined ||
  columns.folder_id !== undefined ||
  columns.tag_ids !== undefined ||
  Object.values(destinationsOf(columns)).some(Boolean)

/** The destinations in the lists of a row, keyed by field path. */
const variantsOf = (row: Partial<Pick<LinkRow, ListField>>) =>
  Object.assign({}, ...LIST_FIELDS.map((name) => urlsOf(name, row[name])))
