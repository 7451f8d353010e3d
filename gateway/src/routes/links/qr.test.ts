import { inflateSync } from 'node:zlib'
import { create } from 'qrcode'
import { afterAll, expect, it } from 'vitest'
import { KEYS, LINK, openTestApp } from '../../testing/app.ts'

const long = `https://go.example/${'x'.repeat(2_200)}`
const { app } = await openTestApp({
  links: {
    getLinks: async ({ ids }: { ids: number[] }) => ({
      links: ids.map((id) => ({ ...LINK, id, ...(id === 9 && { short_url: long }) })),
    }),
  },
})
afterAll(() => app.close())

const get = (query: string, id = 5) =>
  app.inject({ url: `/api/link/${id}/qr?${query}`, headers: { 'x-api-key': KEYS[0] } })

/** The chunks of a PNG by name. */
function chunksOf(png: Buffer): Record<string, Buffer> {
  const found: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    found[png.toString('latin1', at + 4, at + 8)] = png.subarray(at + 8, at + 8 + length)
    at += 12 + length
  }
  return found
}

it.each([64, 127, 256, 1_000, 2_048])(
  'a PNG of %i pixels has exactly that size, one bit per pixel, and shows the code',
  async (size) => {
    const answer = await get(`format=png&size=${size}&margin=5&level=M&color=0a0`)
    const { IHDR, PLTE, IDAT } = chunksOf(answer.rawPayload)
    const { modules } = create(`${LINK.short_url}?_via=qr`, { errorCorrectionLevel: 'M' })
    const side = modules.size + 10

    expect(answer.headers['content-type']).toBe('image/png')
    expect([IHDR?.readUInt32BE(0), IHDR?.readUInt32BE(4), IHDR?.[8]]).toEqual([size, size, 1])
    expect([...PLTE!]).toEqual([255, 255, 255, 0, 170, 0])
    const image = inflateSync(IDAT!)
    const bytes = 1 + Math.ceil(size / 8)
    expect(image).toHaveLength(size * bytes)
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const [x, y] = [column, row].map((it) => Math.floor(((it + 0.5) * size) / side))
        const dark = (image[y! * bytes + 1 + (x! >> 3)]! >> (7 - (x! & 7))) & 1
        const [i, j] = [row - 5, column - 5]
        const inside = i >= 0 && j >= 0 && i < modules.size && j < modules.size
        expect(dark).toBe(inside ? Number(modules.data[i * modules.size + j]) : 0)
      }
    }
  },
)

it('a PNG too small for its code, or a URL too long for its level, is rejected by name', async () => {
  const small = await get('format=png&size=64&level=L', 9)
  const crowded = await get('level=H', 9)

  expect([small.statusCode, small.json().errors[0].field]).toEqual([400, 'size'])
  expect([crowded.statusCode, crowded.json().errors[0].field]).toEqual([400, 'level'])
  for (const format of ['png', 'svg']) {
    expect((await get(`format=${format}&size=2048&level=L`, 9)).statusCode).toBe(200)
  }
})

it.each([
  ['color=000&background=000', 400],
  ['color=ff0', 400],
  ['color=777', 200],
  ['color=fff&background=000', 400],
  ['color=000&background=333', 400],
  ['background=000', 400],
])('colors that scanners cannot read are rejected: %s', async (query, status) => {
  for (const format of ['png', 'svg']) {
    const answer = await get(`format=${format}&${query}`)
    expect(answer.statusCode).toBe(status)
    if (status === 400) expect(answer.json().errors[0].field).toBe('color')
  }
})

it('the quiet zone has four modules unless a wider one is requested', async () => {
  const usual = await get('format=png&size=512')
  const wide = await get('format=png&size=512&margin=4')
  expect(usual.rawPayload).toEqual(wide.rawPayload)
  expect((await get('margin=3')).json().errors[0].field).toBe('margin')
})
