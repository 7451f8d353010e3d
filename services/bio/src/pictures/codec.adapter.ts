import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js'
import type { PictureHead } from './head.rules.ts'
import type { Pixels } from './scale.rules.ts'

const QUALITY = 85

/** The decoders, which run as WebAssembly: a malformed file cannot reach other memory. */
const DECODERS: Record<PictureHead['type'], (bytes: ArrayBuffer) => Promise<Pixels>> = {
  async jpeg(bytes) {
    const warnings: string[] = []
    const printErr = (warning: string) => void warnings.push(warning)
    const wasmBinary = await read('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')
    await initJpeg({ wasmBinary, printErr })
    const pixels = await decodeJpeg(bytes, { preserveOrientation: true })
    // The decoder fills the missing part of a truncated file with gray.
    if (warnings.some((it) => it.includes('Premature end'))) throw new Error(warnings[0])
    return pixels
  },
  async png(bytes) {
    await initPng(await load('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return decodePng(bytes)
  },
  async webp(bytes) {
    await initWebp(await load('@jsquash/webp/codec/dec/webp_dec.wasm'))
    return decodeWebp(bytes)
  },
}

/** Decodes a picture, turned upright. Throws for a file that is malformed or truncated. */
export async function decode(type: PictureHead['type'], bytes: ArrayBuffer): Promise<Pixels> {
  Object.assign(globalThis, { ImageData: Bitmap })
  return DECODERS[type](bytes)
}

/** Encodes pixels as WebP without metadata. */
export async function encode(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  await initEncoder(await load('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
  return new Uint8Array(await encodeWebp(pixels as ImageData, { quality: QUALITY }))
}

/** The decoders return an `ImageData`, a class of browsers. */
class Bitmap implements Pixels {
  data: Uint8ClampedArray
  width: number
  height: number

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

const read = async (name: string): Promise<ArrayBuffer> =>
  (await readFile(fileURLToPath(import.meta.resolve(name)))).buffer

const load = async (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await read(name))
