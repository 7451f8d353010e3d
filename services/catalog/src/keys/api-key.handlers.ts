import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import type { CatalogSchema } from '../catalog.schema.ts'
import { apiKeyRepository } from './api-key.repository.ts'
import { checkKey } from './api-key.rules.ts'

export const apiKeyHandlers = (postgres: Postgres<CatalogSchema>): Handlers<ApiKeysService> => {
  const keys = apiKeyRepository(postgres)
  return {
    async verifyApiKey({ sha256 }) {
      const key = await keys.find(Buffer.from(sha256))
      checkKey(key, new Date())
      const { id, org_id, user_id, scopes, expires_at } = key
      return { id, orgId: org_id, userId: user_id, scopes, expiresAt: expires_at ?? undefined }
    },
  }
}
