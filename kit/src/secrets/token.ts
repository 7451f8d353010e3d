import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECK_LENGTH = 6 // 62^6 > 2^32

/**
 * A secret with a type prefix and a checksum: `<prefix>_<32 base62><6 base62 of CRC32>`. About 190
 * bits of entropy; the checksum rejects typos without a lookup.
 */
export function createToken(prefix: string): string {
  const body = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(62)]).join('')
  return withCheck(`${prefix}_${body}`)
}

/** Whether the text has the format and a valid checksum of a token with this prefix. */
export function isToken(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + 1 + SECRET_LENGTH + CHECK_LENGTH) return false
  if (!text.startsWith(`${prefix}_`) || !/^\w+$/.test(text)) return false
  return withCheck(text.slice(0, -CHECK_LENGTH)) === text
}

/** The stored form of a token. An unsalted fast hash suffices for 190 bits of entropy. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

function withCheck(text: string): string {
  let check = ''
  for (let rest = crc32(text), i = 0; i < CHECK_LENGTH; i++, rest = Math.floor(rest / 62)) {
    check = BASE62[rest % 62] + check
  }
  return text + check
}
