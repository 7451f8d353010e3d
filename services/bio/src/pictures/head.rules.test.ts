import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JPEG, jpegOf, LOSSY_WEBP, png, WEBP } from '../testing/pictures.ts'
import { readHead } from './head.rules.ts'
import { checkUpload } from './picture.rules.ts'

const files = { png: png(7, 5), jpeg: JPEG, webp: WEBP, lossy: LOSSY_WEBP }

it('reads type and size of each format', () => {
  expect(readHead(files.png)).toEqual({ type: 'png', width: 7, height: 5 })
  expect(readHead(files.jpeg)).toEqual({ type: 'jpeg', width: 16, height: 16, scans: 4 })
  expect(readHead(files.webp)).toEqual({ type: 'webp', width: 16, height: 16 })
  expect(readHead(files.lossy)).toEqual({ type: 'webp', width: 16, height: 16 })
})

it('reads the size of the canvas of an extended WebP', () => {
  const extended = Buffer.from(
    `${'RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0'}\0\0\0\0\x2b\x01\0\xc7\0\0`,
    'latin1',
  )
  expect(readHead(extended)).toEqual({ type: 'webp', width: 300, height: 200 })
})

it.each(Object.entries(files))('rejects a %s with an incomplete head', (_, file) => {
  for (const length of [0, 1, 3, 8, 11, 15]) {
    expect(readHead(file.subarray(0, length))).toBeUndefined()
  }
})

it('never throws, whatever bytes a file or the rest of a picture has', () => {
  const starts = [...Object.values(files).map((file) => file.subarray(0, 16)), Buffer.alloc(0)]
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 64 }), (start, rest) => {
      readHead(Buffer.concat([start, rest]))
    }),
  )
})

it('rejects more than 16 megapixels and more than 5 MB before anything is decoded', () => {
  const bomb = Buffer.from(files.png)
  bomb.writeUInt32BE(4_097, 16)
  bomb.writeUInt32BE(4_096, 20)

  expect(checkUpload(files.png)).toBeUndefined()
  expect(checkUpload(bomb)).toMatchObject({ code: 'too_large' })
  expect(checkUpload(Buffer.concat([files.png, Buffer.alloc(5 * 1024 * 1024)]))).toMatchObject({
    code: 'too_large',
  })
})

it('accepts a JPEG with up to 100 scans, and rejects more', () => {
  const refusal = { code: 'invalid_image', detail: 'must not have more than 100 scans' }

  expect(checkUpload(jpegOf(16, 100))).toBeUndefined()
  expect(checkUpload(jpegOf(16, 101))).toMatchObject(refusal)
  expect(checkUpload(jpegOf(4_096, 121_677))).toMatchObject(refusal)
})

it('rejects a JPEG with two frames, except for the thumbnail in its metadata', () => {
  const frame = files.jpeg.subarray(files.jpeg.indexOf(Buffer.of(0xff, 0xc2)), -2)
  const withThumbnail = Buffer.concat([
    Buffer.of(0xff, 0xd8, 0xff, 0xe1, (files.jpeg.length + 2) >> 8, (files.jpeg.length + 2) & 255),
    files.jpeg,
    files.jpeg.subarray(2),
  ])

  expect(readHead(Buffer.concat([files.jpeg.subarray(0, -2), frame]))).toBeUndefined()
  expect(readHead(withThumbnail)).toEqual(readHead(files.jpeg))
})
