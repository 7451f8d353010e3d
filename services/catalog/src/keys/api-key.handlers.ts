import { actorOf, keyOf } from '@fingerpost/kit/audit/actor'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import type { ApiKeyRow, CatalogSchema } from '../catalog.schema.ts'
import { memberRepository } from '../members/member.repository.ts'
import { OWNER, requireMember, scopesWithin } from '../members/member.rules.ts'
import { changeInSession } from '../sessions/change.repository.ts'
import { apiKeyRepository, knownKeyRepository } from './api-key.repository.ts'
import {
  checkExpiry,
  checkGranted,
  checkKey,
  checkKeyUpdate,
  checkNewKey,
  checkPower,
  checkRotator,
  overlapOf,
  requireOwner,
  toApiKey,
} from './api-key.rules.ts'
import type { KeyUses } from './key-use.worker.ts'

/** `maxKeys`: maximum number of keys per team; 0 means unlimited. */
export const apiKeyHandlers = (
  postgres: Postgres<CatalogSchema>,
  uses: KeyUses,
  quota: TeamQuota,
): Handlers<ApiKeysService> => {
  const known = knownKeyRepository(postgres)
  const keys = apiKeyRepository(postgres.db)

  /**
   * Runs a change of the team's key under a row lock. Throws not_found, and forbidden owner_required
   * unless the caller may change a key that acts as an owner.
   */
  const locked = <T>(
    context: CallContext,
    id: number,
    change: (present: ApiKeyRow, keys: ReturnType<typeof apiKeyRepository>) => Promise<T>,
  ): Promise<T> =>
    changeInSession(postgres.db, actorOf(context), async (tx) => {
      const keys = apiKeyRepository(tx)
      const members = memberRepository(tx)
      const by = context.caller()
      const present = found(await keys.lock(by.orgId, id))
      const power = await members.grantOf({ orgId: by.orgId, userId: present.user_id })
      if (power === OWNER) requireOwner(await members.powerOf(by))
      return change(present, keys)
    })

  return {
    async verifyApiKey({ sha256 }) {
      const key = await known.find(Buffer.from(sha256))
      checkKey(key, new Date())
      uses.note(key.id)
      const { id, org_id, user_id, name, expires_at, personal, role } = key
      const scopes = personal ? scopesWithin(key.scopes, role ?? '') : key.scopes
      const own_links_only = key.own_links_only ?? false
      return {
        id,
        org_id,
        user_id,
        name,
        scopes,
        own_links_only,
        expires_at: expires_at ?? undefined,
      }
    },

    async listApiKeys(page, { caller }) {
      const { rows, total } = await keys.list(caller().orgId, page)
      return { keys: rows.map(toApiKey), total }
    },

    async getApiKey({ id }, { caller }) {
      return toApiKey(found(await keys.get(caller().orgId, id)))
    },

    async createApiKey(request, context) {
      const by = context.caller()
      const key = checkNewKey(request, by, new Date())
      if (Array.isArray(key)) throw invalid(key)
      checkGranted(key.scopes, by.scopes)
      checkExpiry(key.expires_at, by.expiresAt)
      const secret = createToken(KEY_PREFIX)
      const row = {
        ...key,
        org_id: by.orgId,
        user_id: by.userId,
        sha256: hashToken(secret),
        last_four: secret.slice(-4),
        made_by: keyOf(context),
      }
      const made = await quota.add(
        postgres.db,
        by.orgId,
        (tx) => apiKeyRepository(tx).count(by.orgId),
        (db) =>
          changeInSession(db, actorOf(context), async (tx) => {
            // The gateway may have seen a membership that has ended a second ago.
            requireMember(await memberRepository(tx).holdPower(by))
            const keys = apiKeyRepository(tx)
            await keys.holdMakers(row.made_by)
            return keys.insert(row)
          }),
      )
      return { api_key: toApiKey(made), secret }
    },

    async updateApiKey(request, context) {
      const { orgId, scopes, expiresAt } = context.caller()
      const changes = checkKeyUpdate(request, scopes)
      if (Array.isArray(changes)) throw invalid(changes)
      checkGranted(changes.scopes ?? [], scopes)
      return locked(context, request.id, async (present, keys) => {
        checkPower(present.scopes, scopes)
        if (changes.expires_at !== undefined) {
          checkExpiry(changes.expires_at, expiresAt, present.expires_at)
        }
        const changed = found(await keys.update(orgId, request.id, changes))
        await keys.narrowMade(changed)
        return toApiKey(changed)
      })
    },

    async rotateApiKey({ id, overlap_hours }, context) {
      const { scopes, expiresAt, userId } = context.caller()
      const hours = overlapOf(overlap_hours)
      return locked(context, id, async (present, keys) => {
        checkPower(present.scopes, scopes)
        checkRotator(present, userId, await keys.isPersonal(present))
        checkExpiry(present.expires_at, expiresAt)
        const secret = createToken(KEY_PREFIX)
        const row = { sha256: hashToken(secret), last_four: secret.slice(-4) }
        return { api_key: toApiKey(await keys.replaceSecret(present, row, hours)), secret }
      })
    },

    async revokeApiKey({ id }, context) {
      const { scopes } = context.caller()
      return locked(context, id, async (present, keys) => {
        checkPower(present.scopes, scopes)
        return { also_revoked: await keys.revoke(present, actorOf(context)) }
      })
    },
  }
}

const missing = () => notFound('There is no such API key.')

function found<Row>(row: Row | undefined): Row {
  if (!row) throw missing()
  return row
}
