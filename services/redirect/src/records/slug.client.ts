import { createLoader } from '@fingerpost/kit/async/loader'
import type { Client } from '@fingerpost/kit/grpc/client'
import type {
  GetSlugRecordRequest,
  GetSlugRecordResponse,
  SlugRecord,
  SlugsService,
} from '@fingerpost/protos/link/v1/slug'
import { slugAddressOf } from '@fingerpost/protos/redis-keys'

/** Deadline for a cold link: long, because waiting is better for the visitor than an error. */
export const SERVICE_TIMEOUT_MS = 1_000
const CALL = { timeoutMs: SERVICE_TIMEOUT_MS }
/**
 * Minimum interval between small calls. A call for one slug takes about ten times as long as one more slug in a
 * large call: docs/decisions/0154.
 */
const MIN_INTERVAL_MS = 20

/** Looks up records in link by their keys; lookups within a short interval share a call. */
export function slugLoader(slugs: Client<SlugsService>) {
  async function getAll(requests: GetSlugRecordRequest[]): Promise<GetSlugRecordResponse[]> {
    const { responses } = await slugs.getSlugRecords({ requests }, CALL)
    if (responses.length === requests.length) return responses
    if (responses.length === 0) throw new Error('link returned no slug records')
    return [...responses, ...(await getAll(requests.slice(responses.length)))]
  }

  const load = createLoader<string, GetSlugRecordResponse>((keys) => getAll(keys.map(requestOf)), {
    minIntervalMs: MIN_INTERVAL_MS,
  })
  return async (key: string): Promise<SlugRecord | undefined> => (await load(key)).record
}

function requestOf(key: string): GetSlugRecordRequest {
  const { domainId = 0, slugKey = '' } = slugAddressOf(key) ?? {}
  return { domain_id: domainId, slug_key: slugKey }
}
