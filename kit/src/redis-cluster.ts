import { Cluster, type ClusterOptions, Redis } from 'ioredis'
import type { ClusterAddress } from './redis-url.ts'

/** Times and retries of a connection, as a role has them. */
export interface RoleOptions {
  commandTimeout?: number
  connectTimeout?: number
  socketTimeout?: number
  maxRetriesPerRequest: number | null
  enableOfflineQueue?: boolean
  enableAutoPipelining?: boolean
}

const LOOK_MS = 1_000

const backMs = (times: number) => Math.min(times * 50, 500)

/**
 * A Redis Cluster with the behavior of a single server: every key finds its node, and follows its slot
 * when that moves. It answers all commands of a `Redis`, those without a key by any node.
 */
export function openCluster(address: ClusterAddress, role: RoleOptions): Redis {
  const { enableOfflineQueue = true, enableAutoPipelining: _, ...options } = role
  // A role that does not wait for a server does not wait for a failover either.
  const retries = enableOfflineQueue ? {} : { retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 }
  const cluster = new Cluster(address.nodes, {
    ...retries,
    enableOfflineQueue,
    // In a pipeline, ioredis hands the MOVED of one command among others to its caller and follows
    // it nowhere; single commands it follows.
    enableAutoPipelining: false,
    clusterRetryStrategy: backMs,
    slotsRefreshInterval: 5_000,
    dnsLookup: (host, done) => done(null, host), // certificates are for names; connecting resolves them
    redisOptions: { ...options, ...connection(address) },
  } satisfies ClusterOptions)
  // Else the first command to a node would be the one that connects, and those beside it refused.
  cluster.on('+node', (node: Redis) => void node.connect().catch(() => {}))
  return cluster as unknown as Redis
}

/**
 * One connection to one node for pub/sub: a node hears what is published anywhere in its cluster. It
 * closes and goes on to the next node when something may have been missed: when its node is cut off
 * from the others, or another one's link to it is not the one it was.
 */
export function openClusterSubscriber(address: ClusterAddress, role: RoleOptions): Redis {
  const { nodes } = address
  let turn = Math.floor(Math.random() * nodes.length)
  const redis = new Redis({
    ...role,
    ...connection(address),
    ...nodes[turn],
    retryStrategy(times) {
      Object.assign(redis.options, nodes[++turn % nodes.length])
      return backMs(times)
    },
  })
  redis.on('ready', () => {
    // Whoever subscribes may ask nothing else on that connection.
    const watch = redis.duplicate({ commandTimeout: LOOK_MS, retryStrategy: null })
    watch.on('error', () => {})
    let known: string | undefined
    const look = async () => {
      const links = await linksOf(watch).catch(() => undefined)
      known ??= links
      if (links === undefined || links !== known) redis.disconnect(true)
    }
    const timer = setInterval(look, LOOK_MS).unref()
    void look()
    redis.once('close', () => {
      clearInterval(timer)
      watch.disconnect()
    })
  })
  return redis
}

const connection = ({ username, password, tls }: ClusterAddress) => ({
  protocol: 2 as const,
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls: {} }),
})

/** The links on which a node hears the others. Throws when it is no working part of a cluster. */
async function linksOf(node: Redis): Promise<string> {
  const info = String(await node.cluster('INFO'))
  if (!info.includes('cluster_state:ok')) throw new Error('the node is cut off')
  const links = (await node.cluster('LINKS')) as string[][]
  const heard = links.map((link) => Object.fromEntries(pairs(link)))
  return heard
    .filter(({ direction }) => direction === 'from')
    .map((link) => `${link.node} ${link['create-time']}`)
    .sort()
    .join()
}

const pairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, i) => (i % 2 === 0 ? [[name, String(flat[i + 1])]] : []))
