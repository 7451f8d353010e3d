import type { GuardedFetch, GuardedResponse } from '@fingerpost/kit/net/guarded-fetch'
import sniff from 'html-encoding-sniffer'
import { charsetOf, isHtml, titleReader } from './title.rules.ts'

const PAGE_BYTES = 256 * 1024
/** The bytes in which a page may declare its encoding (HTML standard, "prescan"). */
const SNIFFED_BYTES = 1_024

/**
 * Fetches the title of the page at a URL; empty if it has none. Throws if the page cannot be read.
 */
export const titleFetcher =
  ({ fetch }: GuardedFetch) =>
  (url: string, signal: AbortSignal): Promise<string> =>
    fetch(url, { maxBytes: PAGE_BYTES, headers: { accept: 'text/html' }, signal }, readTitle)

export type ReadTitle = ReturnType<typeof titleFetcher>

async function readTitle({ status, headers, body }: GuardedResponse): Promise<string> {
  if (status < 200 || status > 299 || !isHtml(headers)) return ''
  const reader = titleReader()
  let decoder: TextDecoder | undefined
  let first = Buffer.alloc(0)
  for await (const bytes of body) {
    if (decoder) {
      if (reader.write(decoder.decode(bytes, { stream: true }))) break
      continue
    }
    first = Buffer.concat([first, bytes])
    if (first.length < SNIFFED_BYTES) continue
    decoder = decoderOf(first, headers)
    if (reader.write(decoder.decode(first, { stream: true }))) break
  }
  if (!decoder) reader.write(decoderOf(first, headers).decode(first))
  return reader.title()
}

function decoderOf(first: Uint8Array, headers: Record<string, string>): TextDecoder {
  const charset = charsetOf(headers)
  const name = sniff(first, charset ? { transportLayerEncodingLabel: charset } : {})
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder('windows-1252') // for encodings without a decoder, such as "replacement"
  }
}
