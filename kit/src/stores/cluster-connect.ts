import type { Cluster } from 'ioredis'

/** Time limit of the ready check (`CLUSTER INFO`) of a new connection. */
const READY_MS = 5_000

/**
 * Makes `connect` of a cluster and of its duplicates always settle: it rejects if the connection closes before
 * it is ready. In ioredis 6.0 it stays pending if the node that is asked says that the cluster is down, and
 * BullMQ waits for it: docs/decisions/0050. A ready check without an answer is given up after `READY_MS`.
 */
export function settleConnect(cluster: Cluster): Cluster {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  cluster.on('connect', () => {
    stop()
    timer = setTimeout(() => cluster.status === 'connect' && cluster.disconnect(true), READY_MS)
  })
  for (const event of ['ready', 'close']) cluster.on(event, stop)

  const [connect, duplicate] = [cluster.connect.bind(cluster), cluster.duplicate.bind(cluster)]
  cluster.duplicate = ((...how: Parameters<typeof duplicate>) =>
    settleConnect(duplicate(...how) as Cluster)) as typeof duplicate
  cluster.connect = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = () => reject(new Error('The cluster is not ready'))
    const watch = () => cluster.once('close', fail)
    cluster.once('connect', watch) // until then, ioredis rejects by itself
    cluster.once('ready', resolve)
    connect().then(resolve, reject)
    return promise.finally(() => {
      cluster.off('connect', watch)
      cluster.off('close', fail)
      cluster.off('ready', resolve)
    })
  }
  return cluster
}
