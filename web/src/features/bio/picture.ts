import { text } from '#messages/bio.ts'
import { pageError } from '../../api/problem.ts'

const UPLOAD_BYTES = 5 * 1024 * 1024
/** Larger files are made smaller before they are uploaded. */
const LARGE_BYTES = 1024 * 1024
const SIDE = 1_024

/** The picture to upload: of a large one, such as a photo, its center. Throws if it is too large. */
export async function toUpload(file: File): Promise<Blob> {
  if (file.size <= LARGE_BYTES) return file
  // Undefined if the browser cannot read it.
  const picture = (await square(file).catch(() => undefined)) ?? file
  if (picture.size <= UPLOAD_BYTES) return picture
  throw pageError('too_large', text.imageTooLarge)
}

async function square(file: File): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file)
  const from = Math.min(bitmap.width, bitmap.height)
  const to = Math.min(from, SIDE)
  const canvas = new OffscreenCanvas(to, to)
  const [left, top] = [(bitmap.width - from) / 2, (bitmap.height - from) / 2]
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, from, from, 0, 0, to, to)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
