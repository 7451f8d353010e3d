import { Problem } from '@fingerpost/kit/http/problem'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

/**
 * Decodes a body and strips its byte order mark, in the charset of its `Content-Type`, otherwise in
 * UTF-16 if the mark says so, otherwise in UTF-8. Throws invalid for an unsupported charset and for
 * bytes that are not valid in it.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? markedCharset(bytes)
  try {
    return decoderOf(charset).decode(bytes)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw refusal(`The body is not valid ${charset}. Name its charset in Content-Type.`)
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw refusal(`The charset "${charset}" is not supported. Send UTF-8.`)
  }
}

function markedCharset([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  return first === 0xfe && second === 0xff ? 'UTF-16BE' : 'UTF-8'
}

const refusal = (detail: string) => new Problem('invalid', 'invalid_charset', detail)
