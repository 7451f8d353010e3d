/** Nodes and credentials of a Redis Cluster. */
export interface ClusterAddress {
  /** At least one node, from which the others are discovered. */
  nodes: { host: string; port: number }[]
  username?: string
  password?: string
  tls: boolean
}

const FORM = /^redis(s?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?#]+)\/?$/

/**
 * Parses `redis+cluster://[user:password@]host:port,host:port`, with `rediss` for TLS; undefined
 * for the URL of a single server. Throws if it is neither; the error does not contain the value.
 */
export function readClusterUrl(text: string): ClusterAddress | undefined {
  if (!/^[^:]*cluster:/.test(text)) return undefined
  const [whole, secure, user, hosts = ''] = FORM.exec(text) ?? []
  const nodes = hosts.split(',').map((host) => URL.parse(`redis://${host}`))
  const owner = URL.parse(`redis://${user ? `${user}@` : ''}host`)
  if (!whole || !owner || !nodes.every((node) => node?.hostname)) {
    throw new Error('is not redis+cluster://host:port,host:port')
  }
  const [username, password] = [owner.username, owner.password].map(decodeURIComponent)
  return {
    nodes: nodes.flatMap((node) =>
      node
        ? { host: node.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(node.port || 6379) }
        : [],
    ),
    ...(username && { username }),
    ...(password && { password }),
    tls: secure === 's',
  }
}
