import type { IncomingMessage } from 'node:http'

/** A name or an address, and an optional port (RFC 9110 §7.2). */
const HOST =
  /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?)(?::(\d{1,5}))?$/i

/**
 * Whether an HTTP/1 request has exactly one valid `Host`; optional in HTTP/1.0. With several `Host`
 * headers, a proxy in front may have used a different one.
 */
export function namesOneHost(request: IncomingMessage): boolean {
  const { rawHeaders, headers, httpVersion } = request
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts === 0) return httpVersion === '1.0'
  if (hosts > 1 || request.httpVersionMajor !== 1) return false
  const [, port] = HOST.exec(headers.host ?? '') ?? ['', '65536']
  return Number(port ?? 0) <= 65_535
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

/** Converts an absolute target to origin form; its host replaces `Host` (RFC 9112 §3.2.2). */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const [, host, rest] = ABSOLUTE.exec(url) ?? []
  if (host === undefined || rest === undefined) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}
