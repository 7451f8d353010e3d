import type { Client, Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import { conflict, invalid } from '@fingerpost/kit/problem'
import type { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import { hash } from '@node-rs/argon2'
import { customAlphabet } from 'nanoid'
import { englishDataset, RegExpMatcher } from 'obscenity'
import type { LinkRow, LinkSchema } from '../link.schema.ts'
import type { SlugCache } from '../slugs/slug.cache.ts'
import {
  candidateSlugs,
  type ShortUrlBase,
  SLUG_ALPHABET,
  shortUrl,
  slugKey,
} from '../slugs/slug.rules.ts'
import { toLink } from './describe.rules.ts'
import { type LinkPlace, linkRepository } from './link.repository.ts'
import { checkDraft, type LinkDraft, loopHost } from './link.rules.ts'
import { referenceClient } from './reference.client.ts'

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } // OWASP's minimum, about 70 ms
const draw = customAlphabet(SLUG_ALPHABET)
const rude = new RegExpMatcher(englishDataset.build())

export const linkHandlers = (
  postgres: Postgres<LinkSchema>,
  catalog: Client<ReferencesService>,
  slugs: SlugCache,
  base: ShortUrlBase,
  onChange: () => void,
): Handlers<LinksService> => {
  const links = linkRepository(postgres)
  const references = referenceClient(catalog)
  const urlOf = (row: LinkRow) => shortUrl(base, row.domain, row.slug)

  /** Inserts under the wished slug, or under the first generated one that is free. */
  async function insert(
    draft: LinkDraft,
    place: Omit<LinkPlace, 'slug' | 'slugKey'>,
    length: number,
    caseSensitive: boolean,
  ): Promise<LinkRow> {
    const candidates = draft.slug
      ? [draft.slug]
      : candidateSlugs(draft.slugLength ?? length, draw, (text) => rude.hasMatch(text))
    for (const slug of candidates) {
      const row = await links.insert(
        { ...place, slug, slugKey: slugKey(slug, caseSensitive) },
        draft,
      )
      if (row) return row
    }
    const detail = `"${draft.slug}" is taken on ${place.domain}.`
    throw conflict('slug_taken', detail, [{ field: 'slug', code: 'taken', detail }])
  }

  return {
    async createLink(request, context) {
      const draft = checkDraft(request)
      if (Array.isArray(draft)) throw invalid(draft)
      const { orgId, userId } = context.caller()
      const { domain, labels } = await references.check(draft, destinationsOf(draft, base), context)
      const passwordHash = draft.password === null ? null : await hash(draft.password, ARGON2ID)
      const place = { orgId, userId, domain: domain.name, passwordHash }
      const row = await insert(draft, place, domain.slugLength, domain.caseSensitive)
      onChange()
      await slugs.tryPut(row, context.log)
      return toLink({ ...row, clicks: 0, clicked_at: null }, urlOf(row), labels)
    },

    async getLinks({ ids }, context) {
      const rows = await links.get(context.caller().orgId, ids)
      const labels = await references.labelsOf(rows, context)
      return { links: rows.map((row) => toLink(row, urlOf(row), labels)) }
    },
  }
}

/** The hosts a draft leads to that could be short domains of this instance. */
const destinationsOf = ({ url, expireUrl, ios, android }: LinkDraft, base: ShortUrlBase) =>
  Object.entries({ url, expire_url: expireUrl, ios, android }).flatMap(([field, text]) => {
    const host = text ? loopHost(text, base) : undefined
    return host === undefined ? [] : [{ field, host }]
  })
