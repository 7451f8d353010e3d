import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PALETTE = 3

/** A square of QR modules, row by row; 1 is dark. */
export interface Modules {
  size: number
  data: ArrayLike<number>
}

/**
 * A PNG of exactly `pixels` × `pixels` with one bit per pixel (W3C PNG, §11.2). Each row of modules
 * is drawn once and copied; compression runs in the thread pool. Colors are `#RGB` or `#RRGGBB`.
 */
export async function pngOf(
  { size, data }: Modules,
  { pixels, margin, dark, light }: { pixels: number; margin: number; dark: string; light: string },
): Promise<Buffer> {
  const side = size + 2 * margin
  /** The module at the center of a pixel; outside of the code for the margin. */
  const at = (pixel: number) => Math.floor(((pixel + 0.5) * side) / pixels) - margin
  const bytes = 1 + Math.ceil(pixels / 8) // the first one names the filter: none
  const image = Buffer.alloc(pixels * bytes)
  for (let y = 0; y < pixels; y++) {
    const row = at(y)
    if (row < 0 || row >= size) continue
    if (y > 0 && at(y - 1) === row) {
      image.copyWithin(y * bytes, (y - 1) * bytes, y * bytes)
      continue
    }
    for (let x = 0; x < pixels; x++) {
      const column = at(x)
      if (column < 0 || column >= size || !data[row * size + column]) continue
      const byte = y * bytes + 1 + (x >> 3)
      image[byte] = (image[byte] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  header.set([1, PALETTE], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...rgb(light), ...rgb(dark)])),
    chunk('IDAT', await pack(image)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function rgb(color: string): number[] {
  const hex = color.slice(1)
  const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
}
