/** The hosts of the instance itself. */
export interface InstanceHosts {
  /** Empty: every host. */
  INSTANCE_HOST: string
  /** Additional hosts; `*`: every host. */
  INSTANCE_ALIASES: readonly string[]
}

/** The host name of a `Host` header: lower case, without port and trailing dot. */
export const requestHost = (header: string | undefined): string =>
  (header ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** Returns a function that checks whether a `Host` header names the instance. */
export function matchInstance({ INSTANCE_HOST, INSTANCE_ALIASES }: InstanceHosts) {
  const everyHost = INSTANCE_HOST === '' || INSTANCE_ALIASES.includes('*')
  const hosts = new Set([INSTANCE_HOST, ...INSTANCE_ALIASES].map((it) => requestHost(it)))
  return (header: string | undefined): boolean => everyHost || hosts.has(requestHost(header))
}
