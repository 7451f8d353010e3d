/** What the head of a picture says about it. */
export interface PictureHead {
  type: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
}

/** The type and size of a PNG, JPEG or WebP picture; undefined for anything else. */
export const readHead = (bytes: Uint8Array): PictureHead | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readPng(view) ?? readWebp(view) ?? readJpeg(view)
  } catch (error) {
    if (error instanceof RangeError) return undefined // It ends too early.
    throw error
  }
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(view: DataView): PictureHead | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined
  if (tag(view, 12) !== 'IHDR') return undefined
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): PictureHead | undefined {
  if (tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WEBP') return undefined
  const size = WEBP_SIZES[tag(view, 12)]?.(view)
  return size && { type: 'webp', width: size[0], height: size[1] }
}

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + (view.getUint8(at + 2) << 16)

const WEBP_SIZES: Record<string, (view: DataView) => [width: number, height: number]> = {
  'VP8 ': (view) => [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff],
  VP8L: (view) => {
    const bits = view.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
  },
  VP8X: (view) => [uint24(view, 24) + 1, uint24(view, 27) + 1],
}

/** The first start of a frame (SOF0 to SOF15) among the segments: ITU-T T.81, annex B. */
function readJpeg(view: DataView): PictureHead | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1 // A fill byte.
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xda)) {
      return undefined
    } else {
      at += 2 + view.getUint16(at + 2)
    }
  }
  return undefined
}

const tag = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
