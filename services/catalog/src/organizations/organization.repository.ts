import { conflict } from '@fingerpost/kit/http/problem'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import type { OrganizationChanges } from './organization.rules.ts'

const SHOWN = ['id', 'name', 'slug', 'logo', 'time_zone', 'click_retention_months'] as const

export const organizationRepository = (db: Kysely<CatalogSchema>) => ({
  get: (id: number) =>
    db.selectFrom('organizations').select(SHOWN).where('id', '=', id).executeTakeFirst(),

  /** The team with this slug, case-insensitive. */
  findBySlug: (slug: string) =>
    db
      .selectFrom('organizations')
      .select(SHOWN)
      .where(sql`lower(slug)`, '=', slug.toLowerCase())
      .executeTakeFirst(),

  /** Teams after this id that keep their clicks for a term of their own, or all, in order. */
  retentionsAfter: (id: number, limit: number, which: 'own' | 'all') =>
    db
      .selectFrom('organizations')
      .select(['id as org_id', 'click_retention_months as own'])
      .where('id', '>', id)
      .$if(which === 'own', (query) => query.where('click_retention_months', 'is not', null))
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** All teams, oldest first. */
  all: () => db.selectFrom('organizations').select(SHOWN).orderBy('id').execute(),

  /**
   * Returns undefined if there is no such team. Throws conflict slug_taken if another team has the
   * slug.
   */
  update: (id: number, changes: OrganizationChanges) =>
    db
      .updateTable('organizations')
      .set({ ...changes, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(SHOWN)
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (!isDuplicate(error, 'organizations_slug')) throw error
        const detail = `"${changes.slug}" is taken.`
        throw conflict('slug_taken', detail, [{ field: 'slug', code: 'taken', detail }])
      }),
})
