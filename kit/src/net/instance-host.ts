/** The hosts of the instance itself. */
export interface InstanceHosts {
  /** Empty: every host. */
  INSTANCE_HOST: string
  /** Additional hosts; `*`: every host. */
  INSTANCE_ALIASES: readonly string[]
}

/** How visitors reach the instance. */
export interface InstanceAddress {
  INSTANCE_HOST: string
  SHORT_URL_SCHEME: string
  /** 0: the default of the scheme. */
  SHORT_URL_PORT: number
}

/** The origin of the instance, which no request can choose; undefined without INSTANCE_HOST. */
export function instanceOrigin(settings: InstanceAddress): string | undefined {
  const { INSTANCE_HOST: host, SHORT_URL_SCHEME: scheme, SHORT_URL_PORT: port } = settings
  if (host === '') return undefined
  const url = new URL(`${scheme}://${host}`)
  if (port !== 0) url.port = String(port)
  return url.origin
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
