import { Cluster, type ClusterOptions, Redis } from 'ioredis'
import type { ClusterAddress } from '../net/redis-url.ts'
import { settleConnect } from './cluster-connect.ts'

/** Timeouts and retries of a connection. */
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
 * A Redis Cluster with the interface of a single server: commands go to the node of their key and
 * follow moved slots. Commands without a key go to any node.
 */
export function openCluster(address: ClusterAddress, role: RoleOptions): Redis {
  const { enableOfflineQueue = true, enableAutoPipelining: _, ...options } = role
  // A role without an offline queue does not wait for a failover either.
  const retries = enableOfflineQueue ? {} : { retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 }
  const cluster = new Cluster(address.nodes, {
    ...retries,
    enableOfflineQueue,
    // In a pipeline, ioredis returns a MOVED error of one command to the caller instead of
    // following it; it follows those of single commands.
    enableAutoPipelining: false,
    clusterRetryStrategy: backMs,
    slotsRefreshInterval: 5_000,
    dnsLookup: (host, done) => done(null, host), // TLS needs the name; connecting resolves it
    redisOptions: { ...options, ...connection(address) },
  } satisfies ClusterOptions)
  // Otherwise the first command to a node connects, and concurrent commands to it are refused.
  cluster.on('+node', (node: Redis) => void node.connect().catch(() => {}))
  return settleConnect(cluster) as unknown as Redis
}

/**
 * Pub/sub on one node, which receives all messages of its cluster. Reconnects to the next node if
 * messages may have been lost: when the node is cut off from the cluster, or when the link of
 * another node to it was replaced.
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
    // A subscribed connection accepts no other commands, so this uses another one.
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

/** The incoming cluster links of a node. Throws if the cluster state of the node is not ok. */
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
