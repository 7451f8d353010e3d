import { canonicalUrl } from '@fingerpost/kit/net/url'
import { noticePage } from '@fingerpost/kit/visitor/notice-page'
import { type Answer, page } from '@fingerpost/kit/visitor/page'
import { textsByLanguage } from '@fingerpost/messages'
import { imageUrl } from '../pictures/picture.rules.ts'
import type { PublicPage } from './page.rules.ts'

const NOT_FOUND_TEXT = textsByLanguage({
  title: {
    en: 'Page not found',
    de: 'Seite nicht gefunden',
    es: 'Página no encontrada',
    fr: 'Page introuvable',
  },
  text: {
    en: 'There is no page at this address. The address may be mistyped.',
    de: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie, ob die Adresse richtig geschrieben ist.',
    es: 'No hay ninguna página en esta dirección. Compruebe que la dirección esté bien escrita.',
    fr: 'Il n’y a pas de page à cette adresse. Vérifiez que l’adresse est correcte.',
  },
})

export const NOT_FOUND = page(noticePage(404, 'lens', (language) => NOT_FOUND_TEXT[language]))

/** A response with text, or with a picture. */
export type PageAnswer = Omit<Answer, 'body' | 'encoding'> & { body: string | Uint8Array }

/** An uploaded picture. Its address contains the hash of its content. */
export const pictureAnswer = (bytes: Uint8Array): PageAnswer => ({
  status: 200,
  headers: [
    'Content-Type',
    'image/webp',
    'Content-Length',
    `${bytes.length}`,
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options',
    'nosniff',
  ],
  body: bytes,
})

/** A redirect to the destination of a link. It is not cached, so that every visit is counted. */
export const redirectAnswer = (url: string): Answer => ({
  status: 302,
  headers: [
    'Location',
    canonicalUrl(url),
    'Cache-Control',
    'private, no-store',
    'X-Robots-Tag',
    'noindex',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Content-Length',
    '0',
  ],
  body: '',
  encoding: 'latin1',
})

/** A page as JSON. Caches must revalidate it before each use, so that changes are visible at once. */
export const jsonOf = ({ id, organization, bio, links }: PublicPage, base: string): Answer => ({
  status: 200,
  headers: [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'public, no-cache',
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options',
    'nosniff',
  ],
  body: JSON.stringify({
    id,
    organization,
    bio: bio && { ...bio, image: bio.image && imageUrl(bio.image, base) },
    links,
  }),
  encoding: 'utf8',
})

/** The answer with an ETag and its length, or a 304 without a body if the client has it already. */
export function revalidated(answer: Answer, etag: string, known: boolean): Answer {
  const headers = without(answer.headers, 'Content-Length')
  if (known) return { ...answer, status: 304, headers: [...headers, 'ETag', etag], body: '' }
  const length = `${new TextEncoder().encode(answer.body).length}`
  return { ...answer, headers: [...headers, 'ETag', etag, 'Content-Length', length] }
}

const without = (headers: readonly string[], name: string): string[] => {
  const at = headers.indexOf(name)
  return at < 0 ? [...headers] : headers.toSpliced(at, 2)
}
