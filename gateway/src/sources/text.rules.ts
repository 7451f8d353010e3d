import { decodeText } from '../http/text.rules.ts'

/**
 * Decodes a file: as a body, or in Windows-1252, in which spreadsheets save CSV, if its
 * `Content-Type` names no charset and none of its bytes beyond ASCII are UTF-8. Throws invalid for
 * other bytes.
 */
export function decodeFile(bytes: Uint8Array, contentType: string): string {
  try {
    return decodeText(bytes, contentType)
  } catch (error) {
    const isSheet = /^\s*text\/csv\s*(?:$|;(?!.*charset))/i.test(contentType)
    // Text that is partly UTF-8 is damaged, or cut off in the middle of a character.
    if (!isSheet || /(?!\ufffd)\P{ASCII}/u.test(new TextDecoder().decode(bytes))) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
