import { hostAt } from '@fingerpost/kit/net/host'
import { type Postgres, preparedIn } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { CheckedRow } from '@fingerpost/protos/link/v1/import'
import { LIST_FIELDS } from '@fingerpost/protos/redirect-rules'
import { slugKey } from '@fingerpost/protos/slug-key'
import type { Kysely } from 'kysely'
import { countRepository } from '../counts/count.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { changeRepository } from '../links/change.repository.ts'
import { linkRepositoryIn, type NewLink } from '../links/link.repository.ts'
import type { LinkRow } from '../model/row.schema.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import { addressOf, readRepository, readRepositoryIn } from '../rows/read.repository.ts'
import { drawSlugs } from '../slugs/draw.adapter.ts'
import {
  checkRow,
  type ImportRow,
  LOOP,
  NO_DOMAIN,
  quotaReached,
  rowDestinations,
  taken,
} from './import.rules.ts'
import type { ImportFault, LabelNames } from './import.schema.ts'
import type { LabelIds } from './label.client.ts'
import type { ImportContext } from './target.client.ts'

/** The result of a row. */
export type RowResult = { row: ImportRow } & ({ link: LinkRow } | { fault: ImportFault })

/** Whose import it is. */
type Importer = Pick<NewLink['place'], 'actor' | 'orgId' | 'userId'>

/** The names of labels that were announced for the piece, if any, and the labels that were made for it. */
export interface PieceLabels {
  announced: LabelNames | null
  made: LabelIds
}

/** A valid row: the slug it asks for is null if one is to be generated. */
type Checked = NewLink & { slug: string | null | undefined }

const isFault = (it: ImportFault | Checked): it is ImportFault => 'code' in it

const hasNames = ({ folders, tags }: LabelNames): boolean => folders.length + tags.length > 0

/** Checks everything about a row except whether its address is taken. */
const checkerOf =
  (base: ShortUrlBase) =>
  (row: ImportRow, by: Importer, around: ImportContext): ImportFault | Checked => {
    if (row.error) return row.error
    const labels = around.labelsOf(row)
    if ('code' in labels) return labels
    const draft = checkRow(row, labels, new Date())
    if ('code' in draft) return draft
    const domain = around.domainOf(row)
    if (!domain) return NO_DOMAIN
    const loops = rowDestinations(row).some((url) => around.shortHosts.has(hostAt(url, base) ?? ''))
    if (loops) return LOOP
    return {
      place: {
        ...{ ...by, domainId: domain.id, domain: domain.name, passwordHash: null },
        createdAt: draft.createdAt,
      },
      columns: draft.columns,
      slug: draft.slug,
      slugs: draft.slug ? [draft.slug] : drawSlugs(domain.slug_length),
      caseSensitive: domain.case_sensitive,
    }
  }

const addressIn = ({ place, slug, caseSensitive }: Checked) =>
  slug ? { domainId: place.domainId, key: slugKey(slug, caseSensitive) } : undefined

/** Checks rows as `pieceRepository` does, except for the quota, and creates nothing. */
export const checkRepository =
  (postgres: Pick<Postgres<LinkSchema>, 'prepared'>, base: ShortUrlBase) =>
  async (
    rows: readonly ImportRow[],
    by: Importer,
    around: ImportContext,
  ): Promise<CheckedRow[]> => {
    const checked = rows.map((row) => checkerOf(base)(row, by, around))
    const addresses = checked.map((it) => (isFault(it) ? undefined : addressIn(it)))
    const inUse = await readRepository(postgres).taken(addresses.filter((it) => it !== undefined))
    return rows.map(({ index, slug }, i) => {
      const it = checked[i]
      if (it && isFault(it)) return { index, error: it }
      const address = addresses[i] && addressOf(addresses[i])
      if (address && inUse.has(address)) {
        return { index, error: taken(slug ?? '', inUse.get(address)) }
      }
      return { index, ...(address && { address, slug: it?.slug ?? '' }) }
    })
  }

/** Creates the links of rows, all or none. Must be called in a transaction. */
export const pieceRepository = (db: Kysely<LinkSchema>, base: ShortUrlBase, quota: TeamQuota) => {
  const links = linkRepositoryIn(db)
  const check = checkerOf(base)

  /**
   * Checks rows; before, makes the labels of those that have no error and whose address is free. If there are
   * some and none was announced, returns their names instead.
   */
  async function checkWithLabels(
    rows: readonly ImportRow[],
    by: Importer,
    around: ImportContext,
    { announced, made }: PieceLabels,
  ): Promise<(ImportFault | Checked)[] | LabelNames> {
    if (announced) around.labels.claim(announced, made)
    const isMissing = hasNames(around.labels.missing(rows))
    const before = isMissing
      ? await checkRepository({ prepared: preparedIn(db) }, base)(rows, by, around)
      : []
    const good = rows.filter((_, i) => !before[i]?.error)
    const names = around.labels.missing(good)
    if (!announced && hasNames(names)) return names
    if (isMissing) await around.labels.make(names, made)
    return rows.map((row, i) => before[i]?.error ?? check(row, by, around))
  }

  return async (
    rows: readonly ImportRow[],
    by: Importer,
    around: ImportContext,
    labels: PieceLabels,
  ): Promise<RowResult[] | LabelNames> => {
    const checked = await checkWithLabels(rows, by, around, labels)
    if (!Array.isArray(checked)) return checked
    const good = checked.flatMap((it) => (isFault(it) ? [] : [it]))
    const variants = good.flatMap(({ columns }) =>
      LIST_FIELDS.flatMap((field): { id: number }[] => columns[field] ?? []),
    )
    const ids = await changeRepository(db).newVariantIds(db, variants.length)
    for (const [i, variant] of variants.entries()) variant.id = ids[i] ?? 0
    const remaining = await quota.remaining(db, by.orgId, (tx) =>
      countRepository(tx).ofTeam(by.orgId),
    )
    const beyond = new Set(good.slice(remaining))
    const inserted = await links.insertAll(good.slice(0, remaining))
    const linkOf = new Map(good.map((it, i) => [it, inserted[i]]))
    const missed = good.flatMap((it) => (linkOf.get(it) ? [] : (addressIn(it) ?? [])))
    const inUse = await readRepositoryIn(db).taken(missed)
    return rows.map((row, i) => {
      const it = checked[i] as ImportFault | Checked
      if (isFault(it)) return { row, fault: it }
      if (beyond.has(it)) return { row, fault: quotaReached(quota.limit) }
      const link = linkOf.get(it)
      if (link) return { row, link }
      const address = addressIn(it)
      return { row, fault: taken(row.slug ?? '', inUse.get(address ? addressOf(address) : '')) }
    })
  }
}
