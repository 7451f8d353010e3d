import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import { invalid, notFound } from '@fingerpost/kit/problem'
import { createToken, hashToken } from '@fingerpost/kit/token'
import type { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import type { ApiKeyRow, CatalogSchema } from '../catalog.schema.ts'
import { apiKeyRepository, knownKeyRepository } from './api-key.repository.ts'
import {
  checkGranted,
  checkKey,
  checkKeyUpdate,
  checkNewKey,
  KEY_PREFIX,
  toApiKey,
} from './api-key.rules.ts'

export const apiKeyHandlers = (postgres: Postgres<CatalogSchema>): Handlers<ApiKeysService> => {
  const known = knownKeyRepository(postgres)
  const keys = apiKeyRepository(postgres.db)
  return {
    async verifyApiKey({ sha256 }) {
      const key = await known.find(Buffer.from(sha256))
      checkKey(key, new Date())
      const { id, org_id, user_id, scopes, expires_at } = key
      return { id, orgId: org_id, userId: user_id, scopes, expiresAt: expires_at ?? undefined }
    },

    async listApiKeys(page, { caller }) {
      const { rows, total } = await keys.list(caller().orgId, page)
      return { keys: rows.map(toApiKey), total }
    },

    async getApiKey({ id }, { caller }) {
      return toApiKey(found(await keys.get(caller().orgId, id)))
    },

    async createApiKey(request, { caller }) {
      const { orgId, userId, scopes } = caller()
      const key = checkNewKey(request, scopes)
      if (Array.isArray(key)) throw invalid(key)
      checkGranted(key.scopes, scopes)
      const secret = createToken(KEY_PREFIX)
      const row = await keys.insert({
        ...key,
        org_id: orgId,
        user_id: userId,
        sha256: hashToken(secret),
        last_four: secret.slice(-4),
      })
      return { apiKey: toApiKey(row), secret }
    },

    async updateApiKey(request, { caller }) {
      const { orgId, scopes } = caller()
      const changes = checkKeyUpdate(request, scopes)
      if (Array.isArray(changes)) throw invalid(changes)
      const present = found(await keys.get(orgId, request.id))
      checkGranted(changes.scopes ?? [], scopes, present.scopes)
      return toApiKey(found(await keys.update(orgId, request.id, changes)))
    },

    async revokeApiKey({ id }, { caller }) {
      if (!(await keys.revoke(caller().orgId, id))) throw missing()
      return {}
    },
  }
}

const missing = () => notFound('There is no such API key.')

function found(row: ApiKeyRow | undefined): ApiKeyRow {
  if (!row) throw missing()
  return row
}
