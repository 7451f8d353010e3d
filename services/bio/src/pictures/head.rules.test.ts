import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JPEG, LOSSY_WEBP, png, WEBP } from '../testing/pictures.ts'
import { readHead } from './head.rules.ts'
import { checkUpload } from './picture.rules.ts'

const files = { png: png(7, 5), jpeg: JPEG, webp: WEBP, lossy: LOSSY_WEBP }

it('reads type and size of each format', () => {
  expect(readHead(files.png)).toEqual({ type: 'png', width: 7, height: 5 })
  expect(readHead(files.jpeg)).toEqual({ type: 'jpeg', width: 16, height: 16 })
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
