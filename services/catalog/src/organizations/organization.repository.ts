import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

export const organizationRepository = (db: Kysely<CatalogSchema>) => ({
  get: (id: number) =>
    db
      .selectFrom('organizations')
      .select(['id', 'name', 'slug', 'logo'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** The team with this slug, whatever its case. */
  findBySlug: (slug: string) =>
    db
      .selectFrom('organizations')
      .select(['id', 'name', 'slug', 'logo'])
      .where(sql`lower(slug)`, '=', slug.toLowerCase())
      .executeTakeFirst(),
})
