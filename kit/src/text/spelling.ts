const ESCAPES = /(?:%[89a-f][0-9a-f])+/gi
const BEYOND_ASCII = /\P{ASCII}+/gu

/**
 * A text in NFC, with percent-encoded non-ASCII characters decoded; incomplete ones stay encoded.
 */
export function decodeText(text: string): string {
  const plain = text.replace(ESCAPES, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
  return plain.normalize('NFC')
}

/**
 * Spellings of a search text in URLs and plain texts, for case-insensitive search: percent-encoded,
 * decoded, in NFC and NFD. Upper and lower case of a non-ASCII character have different encodings.
 */
export function spellings(text: string): string[] {
  const readable = decodeText(text)
  const encoded = [readable, readable.replace(BEYOND_ASCII, (it) => it.toLowerCase())].map((it) =>
    it.toWellFormed().replace(BEYOND_ASCII, encodeURIComponent),
  )
  return [...new Set([text, readable, readable.normalize('NFD'), ...encoded])]
}
