import type { FieldError } from '@fingerpost/kit/http/problem'
import { readHead, SCANS_MAX } from './head.rules.ts'

/** Width and height of a stored picture. */
export const PICTURE_SIDE = 400

export const PICTURE_BYTES = 5 * 1024 * 1024

/** 16 megapixels: decoding such a progressive JPEG or 16-bit PNG takes 250 MB. */
const PIXELS_MAX = 4_096 * 4_096

/** Checks an upload by its head. Returns undefined if it can be decoded within the limits. */
export function checkUpload(bytes: Uint8Array): FieldError | undefined {
  if (bytes.length > PICTURE_BYTES) return refusal('too_large', 'must not be larger than 5 MB')
  const head = readHead(bytes)
  if (!head) return NO_PICTURE
  const { width, height } = head
  if (width === 0 || height === 0) return NO_PICTURE
  if ((head.scans ?? 0) > SCANS_MAX) {
    return refusal('invalid_image', `must not have more than ${SCANS_MAX} scans`)
  }
  if (width * height > PIXELS_MAX) {
    return refusal('too_large', 'must not have more than 16 megapixels; scale it down')
  }
  return undefined
}

const refusal = (code: string, detail: string): FieldError => ({ field: 'body', code, detail })

/** The error for a file that is not a picture, or not a complete one. */
export const NO_PICTURE: FieldError = refusal(
  'invalid_image',
  'must be a complete PNG, JPEG or WebP image, not animated',
)

/** The error for a picture whose decoder was stopped. */
export const TOO_SLOW: FieldError = refusal(
  'invalid_image',
  'takes too long to decode; export it again with fewer pixels or scans',
)

/** The path of uploaded pictures. The slug of a team is never empty, so no page has this path. */
export const PICTURES = '/@/'

export const picturePath = (hash: string): string => `${PICTURES}${hash}.webp`

/** The hash in a request target or an image of a page; undefined if it is not an uploaded picture. */
export const pictureHash = (target: string): string | undefined =>
  /^\/@\/([\w-]{22})\.webp$/.exec(target)?.[1]

/** The URL of an image: that of an uploaded picture is below `base`. */
export const imageUrl = (image: string, base: string): string =>
  pictureHash(image) === undefined ? image : base + image
