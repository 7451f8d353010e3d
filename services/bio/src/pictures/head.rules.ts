/** Scans of a JPEG: each may change every pixel, and encoders write about ten. */
export const SCANS_MAX = 100

/** What the head of a picture says about it. */
export interface PictureHead {
  type: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  /** Passes over a JPEG; see `readJpeg`. */
  scans?: number
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

/** Markers of a JPEG that have no length and no segment: fill bytes, stuffed zeros, TEM and RST0 to SOI. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const [SCAN, END] = [0xda, 0xd9]

/**
 * The start of the frame (SOF0 to SOF15) among the segments, and the number of scans (SOS) up to its end
 * or to `SCANS_MAX`: ITU-T T.81, annex B. Undefined for several frames.
 */
function readJpeg(view: DataView): PictureHead | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let head: PictureHead | undefined
  let scans = 0
  for (
    let at = bytes.indexOf(0xff, 2);
    at >= 0 && scans <= SCANS_MAX;
    at = bytes.indexOf(0xff, at)
  ) {
    const marker = bytes[at + 1]
    if (marker === END || marker === undefined) break
    if (marker === 0xff) at += 1
    else if (isAlone(marker)) at += 2
    else {
      if (marker === SCAN) scans += 1
      if (isFrame(marker)) {
        if (head) return undefined
        head = { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
      }
      at += 2 + view.getUint16(at + 2)
    }
  }
  return head && { ...head, scans }
}

const tag = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
