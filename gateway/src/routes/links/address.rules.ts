import type { ImportRow } from '@fingerpost/protos/link/v1/import'
import { decodePath } from '../../visitor.rules.ts'

interface Given {
  domain: string | undefined
  slug: string | null | undefined
  short_url: string | null | undefined
}

/**
 * The address that a row of an import asks for. A row without a slug keeps the address of its short
 * URL, which may be printed somewhere; link rejects it if the host is no domain of the team.
 */
export function addressOf({
  domain,
  slug,
  short_url: short,
}: Given): Pick<ImportRow, 'domain' | 'slug'> {
  if (slug || !short) return { domain, slug: slug || undefined }
  const url = URL.parse(/^https?:\/\//i.test(short) ? short : `https://${short}`)
  const path = url?.pathname.slice(1)
  // Anything but a slug is then rejected as one.
  return url && path ? { domain: url.hostname, slug: decodePath(path) } : { domain, slug: short }
}

/** Whether a text is a short URL, rather than a slug: it has a scheme, or a host name and a path. */
export const isAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) || /^[\w.-]+\.[\w-]+(:\d+)?\//.test(text)
