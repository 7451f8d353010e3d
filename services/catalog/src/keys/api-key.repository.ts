import type { Postgres } from '@fingerpost/kit/postgres'
import type { CatalogSchema } from '../catalog.schema.ts'

export interface ApiKeyRow {
  id: number
  org_id: number
  user_id: number
  scopes: string[]
  expires_at: Date | null
  revoked_at: Date | null
}

export const apiKeyRepository = (postgres: Postgres<CatalogSchema>) => ({
  /** The key with this hash, revoked and expired ones too. */
  async find(sha256: Buffer): Promise<ApiKeyRow | undefined> {
    const [row] = await postgres.prepared<ApiKeyRow>(
      'api-key-find',
      `select id, org_id, user_id, scopes, expires_at, revoked_at from api_keys where sha256 = $1`,
      [sha256],
    )
    return row
  },
})
