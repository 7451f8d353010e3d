import type { CallContext, Handlers } from '@fingerpost/kit/grpc'
import { invalid, notFound } from '@fingerpost/kit/problem'
import type { Link, LinksService } from '@fingerpost/protos/link/v1/link'
import type { LinkRow } from '../link.schema.ts'
import { drawSlugs } from '../slugs/draw.client.ts'
import { slugKey } from '../slugs/slug.rules.ts'
import { countNew, replaceAb, replaceGeo } from '../variants/variant.rules.ts'
import { changeRepository, type LinkPatch } from './change.repository.ts'
import { describer, destinationsOf, type LinkParts, slugTaken } from './link.handlers.ts'
import { checkUpdate, type LinkColumns, type LinkDraft } from './link.rules.ts'
import { referenceClient } from './reference.client.ts'

type Changing = 'updateLink' | 'replaceAbLinks' | 'replaceGeoLinks'
type Decide = Parameters<ReturnType<typeof changeRepository>['change']>[2]

/** How often a change draws new slugs when those it drew were taken. */
const DRAWS = 20

export const changeHandlers = (parts: LinkParts): Pick<Handlers<LinksService>, Changing> => {
  const { postgres, slugs, base, onChange } = parts
  const changes = changeRepository(postgres.db)
  const references = referenceClient(parts.catalog, base)
  const describe = describer(parts)

  /** Changes one link, tells redirect, and answers it; undefined when its new slug is taken. */
  async function change(
    id: number,
    decide: Decide,
    context: CallContext,
  ): Promise<Link | undefined> {
    const done = await changes.change(context.caller().orgId, id, decide)
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
    return describe.one(after, context)
  }

  /**
   * The domain that a draft asks for; undefined when it leaves the address as it is. On another domain all
   * that the link leads to is looked at again: since it was made that may have become a short domain.
   */
  async function address(
    draft: LinkDraft<Partial<LinkColumns>>,
    current: LinkRow | undefined,
    context: CallContext,
  ) {
    const moved = current !== undefined && draft.domainId !== current.domain_id
    const { domain } = await references.check(
      {
        domainId: draft.domainId,
        folderId: draft.columns.folder_id,
        tagIds: draft.columns.tag_ids,
        destinations: {
          ...destinationsOf({ ...(moved ? current : {}), ...draft.columns }),
          ...(moved ? variantsOf(current) : {}),
        },
      },
      context,
    )
    return domain
  }

  return {
    async updateLink(request, context) {
      const draft = checkUpdate(request)
      if (Array.isArray(draft)) throw invalid(draft)
      const moving = draft.domainId !== undefined || draft.slug !== undefined
      const current = moving ? await changes.find(context.caller().orgId, request.id) : undefined
      if (moving && !current) throw notFound('There is no such link.')
      const domain = await address(
        { ...draft, domainId: draft.domainId ?? current?.domain_id },
        current,
        context,
      )
      const password_hash = await parts.passwords.hash(context.caller().orgId, draft.password)
      const { url } = draft.columns
      const untitled = url !== undefined && request.clear.includes('title')
      const page = untitled ? await parts.titles.of(context.caller().orgId, url) : undefined
      const patch: LinkPatch = {
        ...draft.columns,
        ...(page ? { title: page.title } : {}),
        ...(draft.password === undefined ? {} : { password_hash }),
      }
      const place = (slug: string): LinkPatch =>
        domain
          ? {
              domain_id: domain.id,
              domain: domain.name,
              slug,
              slug_key: slugKey(slug, domain.caseSensitive),
            }
          : {}

      if (draft.slug === null && domain) {
        for (const slug of drawSlugs(domain.slugLength).take(DRAWS)) {
          const link = await change(request.id, async () => ({ ...patch, ...place(slug) }), context)
          if (link) page?.fillLater(link.id)
          if (link) return link
        }
        throw slugTaken('', domain.name)
      }
      const decide = async (row: LinkRow) => ({
        ...patch,
        ...(moving ? place(draft.slug ?? row.slug) : {}),
      })
      const link = await change(request.id, decide, context)
      if (!link) throw slugTaken(draft.slug ?? current?.slug ?? '', domain?.name ?? '')
      page?.fillLater(link.id)
      return link
    },

    async replaceAbLinks({ id, items }, context) {
      await checkLoops(items, context)
      return replace(id, context, async ({ ab }, tx) => {
        const ids = await changes.newVariantIds(tx, countNew(items))
        return { ab: JSON.stringify(replaceAb(items, ab, ids)) }
      })
    },

    async replaceGeoLinks({ id, items }, context) {
      await checkLoops(items, context)
      return replace(id, context, async ({ geo }, tx) => {
        const ids = await changes.newVariantIds(tx, countNew(items))
        return { geo: JSON.stringify(replaceGeo(items, geo, ids)) }
      })
    },
  }

  async function replace(id: number, context: CallContext, decide: Decide): Promise<Link> {
    const link = await change(id, decide, context)
    if (!link) throw notFound('There is no such link.')
    return link
  }

  async function checkLoops(items: readonly { url: string }[], context: CallContext) {
    const urls = items.map(({ url }, i) => [`items.${i}.url`, url])
    await references.check({ destinations: Object.fromEntries(urls) }, context)
  }
}

/** Where the A/B and geo links of a row lead, by the fields of an answer. */
const variantsOf = ({ ab, geo }: LinkRow) =>
  Object.fromEntries(
    Object.entries({ ab, geo }).flatMap(([name, items]) =>
      items.map(({ url }, i) => [`${name}.${i}.url`, url]),
    ),
  )
