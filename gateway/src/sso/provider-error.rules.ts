/** What errors of the OpenID Connect client have in common. */
interface Failure {
  name?: string
  message?: string
  code?: string
  /** The error that the provider names. */
  error?: string
  error_description?: string
  /** The HTTP status of its response. */
  status?: number
  cause?: unknown
}

const AWAY = ['temporarily_unavailable', 'server_error']
const CAUSES_MAX = 4

/** Whether the provider did not answer in full, or answered that it cannot, so that trying again may help. */
export function isAway(error: unknown): boolean {
  // What breaks off an answer is the cause of an error about its content.
  for (let it = error, i = 0; it && typeof it === 'object' && i < CAUSES_MAX; i++) {
    const { code, error: named, name, status = 0, cause } = it as Failure
    if (AWAY.includes(named ?? '') || code === 'OAUTH_TIMEOUT' || name === 'TimeoutError')
      return true
    // fetch reports every failure of the network as a TypeError with a cause.
    if (status >= 500 || (it instanceof TypeError && cause !== undefined)) return true
    it = cause
  }
  return false
}

/** The reason of a failure for the log: the messages of an error and its causes. */
export function reasonOf(error: unknown): string {
  const parts: (string | undefined)[] = []
  for (let it = error as Failure | undefined, i = 0; it && i < CAUSES_MAX; i++) {
    if (typeof it !== 'object') break
    parts.push(it.message, it.error, it.error_description)
    if (it.message === undefined && it.status !== undefined) parts.push(`status ${it.status}`)
    it = it.cause as Failure | undefined
  }
  return [...new Set(parts.filter((it) => it))].join(': ')
}
