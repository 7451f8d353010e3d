/**
 * SipHash-2-4 (https://www.aumasson.jp/siphash/siphash.pdf) of texts whose characters are below
 * U+0100, as a decimal number. The key is 16 bytes as four little-endian words; of a text, at most
 * `maxLength` characters count. Each 64-bit number is a pair of 32-bit ones, the high one in upper
 * case, because BigInt takes many times as long.
 */
export function createSipHash(maxLength: number) {
  const bytes = Buffer.alloc((maxLength + 8) & ~7)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const sum = new BigUint64Array(1)
  const halves = new Int32Array(sum.buffer)

  // Numbers are read and assigned one by one, because destructuring doubles the time.
  return (key: Int32Array, text: string): string => {
    const length = bytes.write(text, 0, maxLength, 'latin1')
    const blocks = (length >>> 3) + 1
    bytes.fill(0, length, blocks * 8)
    bytes[blocks * 8 - 1] = length
    let a = wordOf(key, 0) ^ 0x70736575
    let A = wordOf(key, 1) ^ 0x736f6d65
    let b = wordOf(key, 2) ^ 0x6e646f6d
    let B = wordOf(key, 3) ^ 0x646f7261
    let c = wordOf(key, 0) ^ 0x6e657261
    let C = wordOf(key, 1) ^ 0x6c796765
    let d = wordOf(key, 2) ^ 0x79746573
    let D = wordOf(key, 3) ^ 0x74656462
    for (let block = 0; block <= blocks; block++) {
      const isLast = block === blocks
      const low = isLast ? 0 : wordOf(words, block * 2)
      const high = isLast ? 0 : wordOf(words, block * 2 + 1)
      d ^= low
      D ^= high
      if (isLast) c ^= 0xff
      for (let rounds = isLast ? 4 : 2; rounds > 0; rounds--) {
        a = (a + b) | 0
        A = (A + B + Number(a >>> 0 < b >>> 0)) | 0
        let t = ((b << 13) | (B >>> 19)) ^ a
        B = ((B << 13) | (b >>> 19)) ^ A
        b = t
        t = A
        A = a
        a = t
        c = (c + d) | 0
        C = (C + D + Number(c >>> 0 < d >>> 0)) | 0
        t = ((d << 16) | (D >>> 16)) ^ c
        D = ((D << 16) | (d >>> 16)) ^ C
        d = t
        a = (a + d) | 0
        A = (A + D + Number(a >>> 0 < d >>> 0)) | 0
        t = ((d << 21) | (D >>> 11)) ^ a
        D = ((D << 21) | (d >>> 11)) ^ A
        d = t
        c = (c + b) | 0
        C = (C + B + Number(c >>> 0 < b >>> 0)) | 0
        t = ((b << 17) | (B >>> 15)) ^ c
        B = ((B << 17) | (b >>> 15)) ^ C
        b = t
        t = C
        C = c
        c = t
      }
      a ^= low
      A ^= high
    }
    halves[0] = a ^ b ^ c ^ d
    halves[1] = A ^ B ^ C ^ D
    return String(sum[0])
  }
}

const wordOf = (words: Int32Array, at: number): number => words[at] ?? 0
