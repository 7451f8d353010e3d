/** A host with a dot, alone or with a port, a path, a query or a fragment. */
const HOST = /^([\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]+(:\d+)?([/?#]|$)/u

/** A URL as it was typed, trimmed, and with `https://` if it begins with a host name. */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  if (text.startsWith('//')) return `https:${text}`
  return HOST.test(text) ? `https://${text}` : text
}

/** A URL as people read it: without its scheme, `www.` and a last slash. */
export const plainUrl = (url: string): string =>
  url.replace(/^https?:\/\/(www\.)?/i, '').replace(/^([^/?#]+)\/$/, '$1')

/** The host name in what was typed or pasted, without scheme, path and port. */
export const hostOf = (typed: string): string =>
  typed
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#:].*$/s, '')
