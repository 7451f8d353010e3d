import type { Cluster } from 'ioredis'

/** The time in which a node that was connected has to say that the cluster is up. */
const READY_MS = 5_000

/**
 * Makes `connect` of a cluster and of its duplicates always settle: it rejects if the connection closes before
 * it is ready. In ioredis 6.0 it stays pending if the node that is asked says that the cluster is down, and
 * BullMQ waits for it: docs/decisions/0185. A node that does not answer is not waited for either.
 */
export function settleConnect(cluster: Cluster): Cluster {
  cluster.on('connect', () => {
    const timer = setTimeout(
      () => cluster.status === 'connect' && cluster.disconnect(true),
      READY_MS,
    )
    for (const event of ['ready', 'close']) cluster.once(event, () => clearTimeout(timer))
  })
  const [connect, duplicate] = [cluster.connect.bind(cluster), cluster.duplicate.bind(cluster)]
  cluster.duplicate = ((...how: Parameters<typeof duplicate>) =>
    settleConnect(duplicate(...how) as Cluster)) as typeof duplicate
  cluster.connect = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = () => reject(new Error('The cluster is not ready'))
    const watch = () => cluster.once('close', fail)
    cluster.once('connect', watch) // until then, ioredis rejects by itself
    connect().then(resolve, reject)
    return promise.finally(() => {
      cluster.off('connect', watch)
      cluster.off('close', fail)
    })
  }
  return cluster
}
