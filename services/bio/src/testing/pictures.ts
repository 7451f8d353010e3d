import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one color, red, green, blue and alpha; `depth` is the number of bits of a channel. */
export function png(
  width: number,
  height: number,
  color: readonly number[] = [255, 0, 0, 255],
  depth: 8 | 16 = 8,
): Buffer {
  const pixel = Buffer.from(color.flatMap((value) => (depth === 8 ? [value] : [value, value])))
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * pixel.length, pixel)])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 6], 8)
  const data = deflateSync(Buffer.alloc(row.length * height, row), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const framed = Buffer.alloc(12 + data.length)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  framed.set(data, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}

/** 16 × 16 pixels, red above blue, with EXIF data: to be turned by a quarter to the right. */
export const JPEG = Buffer.from(
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/4AAQSkZJRgABAQAAAQABAAD/2wCEAAMDAwMDAwQEBAQFBQUFBQcHBgYHBwsICQgJCAsRCwwLCwwLEQ8SDw4PEg8bFRMTFRsfGhkaHyYiIiYwLTA+PlQBAwMDAwMDBAQEBAUFBQUFBwcGBgcHCwgJCAkICxELDAsLDAsRDxIPDg8SDxsVExMVGx8aGRofJiIiJjAtMD4+VP/CABEIABAAEAMBEQACEQEDEQH/xAAqAAEBAQAAAAAAAAAAAAAAAAAABwgBAQEBAAAAAAAAAAAAAAAAAAAJB//aAAwDAQACEAMQAAAAzphlUxArjR0H/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPwAf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwAf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwAf/9k=',
  'base64',
)

/** The same picture with this side, and with its last scan repeated. */
export function jpegOf(side: number, scans: number): Buffer {
  const [frame, last] = [JPEG.indexOf(Buffer.of(0xff, 0xc2)), JPEG.lastIndexOf(SCAN)]
  const head = Buffer.from(JPEG.subarray(0, last))
  head.writeUInt16BE(side, frame + 5)
  head.writeUInt16BE(side, frame + 7)
  const repeated: Buffer[] = Array(scans - 3).fill(JPEG.subarray(last, -2))
  return Buffer.concat([head, ...repeated, JPEG.subarray(-2)])
}
const SCAN = Buffer.of(0xff, 0xda)

/** 16 × 16 pixels, red above blue, lossless and lossy. */
export const WEBP = Buffer.from(
  'UklGRiYAAABXRUJQVlA4TBkAAAAvD8ADAA8Q87//8x8OxIJJ/tKdU4jof84IAA==',
  'base64',
)
export const LOSSY_WEBP = Buffer.from(
  'UklGRkAAAABXRUJQVlA4IDQAAACQAQCdASoQABAAAUAmJaACdLoAA5gA/vid///xBj/+bA/bz/6XB/6XB/+lwf/S4KKZkAAA',
  'base64',
)
