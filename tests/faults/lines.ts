import { readClusterUrl } from '@fingerpost/kit/net/redis-url'
import { type FaultProxy, openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import type { StoreUrls } from '../../deploy/local/src/stores.ts'

export type StoreName = 'redis' | 'postgres' | 'clickhouse'

/** The stores that each process uses. */
const USES: Record<string, readonly StoreName[]> = {
  catalog: ['postgres', 'redis'],
  bio: ['postgres'],
  link: ['postgres', 'redis'],
  analytics: ['clickhouse'],
  'click-worker': ['clickhouse', 'redis'],
  redirect: ['redis'],
  gateway: ['redis'],
}

/**
 * A proxy that can inject faults, between every process and every store it uses; copies share one.
 * A Redis Cluster has none, because its nodes announce their own addresses.
 */
export async function openLines(stores: StoreUrls) {
  const target = {
    redis: stores.redisQueueUrl,
    postgres: stores.databaseUrl,
    clickhouse: stores.clickhouseUrl,
  }
  const direct = readClusterUrl(target.redis) ? 'redis' : undefined
  const usesOf = (process: string) => (USES[process] ?? []).filter((store) => store !== direct)
  const lines = new Map<string, FaultProxy>()
  for (const process of Object.keys(USES)) {
    for (const store of usesOf(process)) {
      lines.set(`${process} ${store}`, await openFaultProxy(new URL(target[store])))
    }
  }

  function of(process: string, store: StoreName): FaultProxy {
    const line = lines.get(`${process} ${store}`)
    if (!line) throw new Error(`${process} does not use ${store}`)
    return line
  }

  return {
    of,
    /** All proxies of a store. */
    to: (store: StoreName): FaultProxy[] =>
      [...lines].filter(([name]) => name.endsWith(` ${store}`)).map(([, line]) => line),
    /**
     * The environment of a process with the URLs of its stores replaced by those of the proxies.
     */
    redirected(process: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
      const through = (store: StoreName, url: string) => {
        const near = new URL(url)
        near.port = new URL(of(process, store).url).port
        return near.href
      }
      const uses = (store: StoreName) => usesOf(process).includes(store)
      const redis = uses('redis') && through('redis', target.redis)
      return {
        ...env,
        ...(redis && { REDIS_CACHE_URL: redis, REDIS_QUEUE_URL: redis }),
        ...(uses('postgres') && { DATABASE_URL: through('postgres', env.DATABASE_URL ?? '') }),
        ...(uses('clickhouse') && { CLICKHOUSE_URL: through('clickhouse', target.clickhouse) }),
      }
    },
    /** Removes all faults. */
    mend(): void {
      for (const line of lines.values()) line.set('ok')
    },
    close: () => Promise.all([...lines.values()].map((line) => line.close())),
  }
}

export type Lines = Awaited<ReturnType<typeof openLines>>
