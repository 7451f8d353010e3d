import { setPace } from '@fingerpost/kit/process/pace'
import { afterAll, describe, expect, it } from 'vitest'
import { JPEG, jpegOf, LOSSY_WEBP, png, WEBP } from '../testing/pictures.ts'
import { type Caller, startTeams } from '../testing/teams.ts'
import { decode } from './codec.adapter.ts'
import { createPictureReader, hashOf, UPLOADS_MAX } from './picture.adapter.ts'

setPace(10) // Calls do not fail because the machine is busy.
const { lifecycle, newTeam, stand } = await startTeams()
afterAll(() => lifecycle.close())

const BASE = 'https://localhost'
const pathOf = (caller: Caller) => `/@team-${caller.orgId - 100}`
const upload = async (picture: Buffer, caller: Caller) =>
  (await stand.pages.uploadBioImage({ picture }, { caller })).profile?.image?.slice(BASE.length) ??
  ''

/** The colors of three pixels of a stored picture: upper left, lower left and upper right. */
async function colorsAt(path: string) {
  const { data, width, height } = await decode('webp', await (await stand.look(path)).arrayBuffer())
  expect([width, height]).toEqual([400, 400])
  const corners = [0, 399 * 400, 399].map((at) => [...data.subarray(at * 4, at * 4 + 4)])
  return corners.map(([red = 0, , blue = 0, alpha]) => {
    if (alpha === 0) return 'none'
    return red > 200 ? 'red' : blue > 200 ? 'blue' : 'other'
  })
}

describe('an uploaded picture', () => {
  it('is a square WebP without metadata at an address that never changes', async () => {
    const caller = newTeam()
    const { profile } = await stand.pages.uploadBioImage({ picture: png(60, 30) }, { caller })
    const image = profile?.image ?? ''
    expect(image).toMatch(/^https:\/\/localhost\/@\/[\w-]{22}\.webp$/)

    const path = image.slice(BASE.length)
    const response = await stand.look(path)
    const head = await stand.look(path, { method: 'HEAD' })
    expect(response.status).toBe(200)
    for (const { headers } of [response, head]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-length': `${(await stand.look(path)).headers.get('content-length')}`,
      })
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 16).toString('latin1')).toMatch(/^RIFF....WEBPVP8/s)
    expect(bytes.includes('EXIF')).toBe(false)
    expect((await head.arrayBuffer()).byteLength).toBe(0)
    expect(await (await stand.look(pathOf(caller))).text()).toContain(`<img src="${path}"`)
    expect(await (await stand.look(`${pathOf(caller)}.json`)).json()).toMatchObject({
      bio: { image },
    })
  })

  it('looks like the original in each format, turned upright', async () => {
    const caller = newTeam()

    expect(await colorsAt(await upload(WEBP, caller))).toEqual(['red', 'blue', 'red'])
    expect(await colorsAt(await upload(LOSSY_WEBP, caller))).toEqual(['red', 'blue', 'red'])
    expect(await colorsAt(await upload(JPEG, caller))).toEqual(['blue', 'blue', 'red'])
    expect(await colorsAt(await upload(png(9, 9), caller))).toEqual(['red', 'red', 'red'])
    const deep = await upload(png(9, 9, [0, 0, 255, 255], 16), caller)
    expect(await colorsAt(deep)).toEqual(['blue', 'blue', 'blue'])
    const clear = await upload(png(9, 9, [0, 0, 0, 0]), caller)
    expect(await colorsAt(clear)).toEqual(['none', 'none', 'none'])
  })

  it('is deleted when it is replaced or removed', async () => {
    const caller = newTeam()
    const update = (fields: { title?: string; image?: string }, clear: string[] = []) =>
      stand.pages.updateBioPage({ ...fields, clear }, { caller })
    const status = async (path: string) => (await stand.look(path)).status
    const first = await upload(png(1, 1, [10, 0, 0, 255]), caller)
    const second = await upload(png(1, 1, [0, 10, 0, 255]), caller)

    expect([await status(first), await status(second)]).toEqual([404, 200])
    await update({ title: 'Kept', image: BASE + second })
    expect(await status(second)).toBe(200)
    await update({}, ['image'])
    expect(await status(second)).toBe(404)
    const third = await upload(png(1, 1, [0, 0, 10, 255]), caller)
    expect(await status(third)).toBe(200)
    await update({ image: 'https://e.com/a.png' })
    expect(await status(third)).toBe(404)
    await expect(update({ image: BASE + third })).rejects.toMatchObject({
      errors: [{ field: 'image', code: 'invalid_url' }],
    })
  })

  it('is kept while another team has the same one, and is removed with its team', async () => {
    const [ours, theirs] = [newTeam(), newTeam()]
    const same = png(3, 3, [1, 2, 3, 255])
    const path = await upload(same, ours)
    expect(await upload(same, theirs)).toBe(path)

    await stand.removals.removeTeam({}, { caller: ours })
    expect((await stand.look(path)).status).toBe(200)
    await stand.removals.removeTeam({}, { caller: theirs })
    expect((await stand.look(path)).status).toBe(404)
  })

  it('is the only one after concurrent uploads', async () => {
    const caller = newTeam()
    const made = await Promise.all(
      [10, 20, 30, 40].map((red) => upload(png(2, 2, [red, 0, 0, 255]), caller)),
    )
    const statuses = await Promise.all(made.map(async (it) => (await stand.look(it)).status))
    const shown = await (await stand.look(pathOf(caller))).text()

    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(shown).toContain(`<img src="${made[statuses.indexOf(200)]}"`)
  })

  it('does not wait for all uploads of another team, which are limited', async () => {
    const [busy, calm] = [newTeam(), newTeam()]
    const done: string[] = []
    const tries = Array.from({ length: 8 }, () =>
      upload(png(9, 9), busy).then(
        () => done.push('busy'),
        (error) => error,
      ),
    )
    const other = upload(png(9, 9), calm).then(() => done.push('calm'))
    const refused = (await Promise.all(tries)).filter((it) => typeof it === 'object')
    await other

    expect(refused.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable'])
    expect(done).toHaveLength(6)
    expect(done.indexOf('calm')).toBeLessThan(5)
  })

  it('does not keep visitors waiting while a large one is decoded', async () => {
    const caller = newTeam()
    const order: string[] = []
    const large = upload(png(4_096, 4_096), caller).then(() => order.push('picture'))
    for (let i = 0; i < 5; i++) await stand.look('/@ours')
    order.push('pages')
    await large

    expect(order).toEqual(['pages', 'picture'])
  })
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const bomb = png(1, 1)
bomb.writeUInt32BE(60_000, 16)
bomb.writeUInt32BE(60_000, 20)
const lying = png(200, 200)
lying.writeUInt32BE(100, 16)

describe('a file is rejected', () => {
  it.each<[string, Buffer, string]>([
    ['that is empty', Buffer.alloc(0), 'invalid_image'],
    ['with SVG', Buffer.from(SVG), 'invalid_image'],
    ['with HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'invalid_image'],
    ['with GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'invalid_image'],
    [
      'with the head of a PNG and HTML',
      Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1'),
      'invalid_image',
    ],
    ['with a truncated PNG', png(50, 50).subarray(0, -20), 'invalid_image'],
    ['with a truncated JPEG', JPEG.subarray(0, -12), 'invalid_image'],
    ['with a truncated WebP', WEBP.subarray(0, -12), 'invalid_image'],
    ['with a width that its data do not have', lying, 'invalid_image'],
    ['that is larger when decoded', bomb, 'too_large'],
    ['of more than 5 MB', Buffer.concat([png(1, 1), Buffer.alloc(5 * 1024 * 1024)]), 'too_large'],
  ])('%s', async (_, picture, code) => {
    const caller = { orgId: 99, userId: 1, scopes: [] }
    await expect(upload(picture, caller)).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'body', code }],
    })
  })

  it('but a picture that also is a page is stored as nothing but a picture', async () => {
    const path = await upload(Buffer.concat([png(2, 2), Buffer.from(SVG)]), newTeam())
    const stored = Buffer.from(await (await stand.look(path)).arrayBuffer())

    expect(stored.includes('script')).toBe(false)
  })
})

describe('a picture of an imported team', () => {
  const lineOf = (bytes: Buffer, hash = hashOf(bytes)) => ({
    kind: 'bio_pictures',
    text: Buffer.from(`${JSON.stringify({ hash, bytes: bytes.toString('base64') })}\n`),
  })

  it('is decoded like an upload, and shown on the page', async () => {
    const caller = newTeam()
    await stand.pages.updateBioPage({ title: 'Moved', clear: [] }, { caller })
    const { text } = await stand.moves.readLines({ kind: 'bio_pages' }, { caller })
    const page = JSON.parse(Buffer.from(text).toString())
    const other = newTeam()
    const image = `/@/${hashOf(WEBP)}.webp`
    const moved = Buffer.from(`${JSON.stringify({ ...page, image })}\n`)
    const to = { caller: other }
    const shifts = { bio_pages: 1_000 }
    await stand.moves.writeLines({ kind: 'bio_pages', text: moved, shifts }, to)

    expect((await stand.moves.checkLines(lineOf(WEBP))).errors).toEqual([])
    // A repeated import changes nothing.
    for (let i = 0; i < 2; i++) await stand.moves.writeLines({ ...lineOf(WEBP), shifts: {} }, to)
    const shown = /<img src="(\/@\/[\w-]{22}\.webp)"/.exec(
      await (await stand.look(pathOf(other))).text(),
    )?.[1]
    expect(shown).not.toBe(image)
    expect(await colorsAt(shown ?? '')).toEqual(['red', 'blue', 'red'])
    expect((await stand.look(image)).status).toBe(404)
  })

  it.each([
    ['is truncated', WEBP.subarray(0, -12), undefined],
    ['has another hash', WEBP, hashOf(LOSSY_WEBP)],
    ['is none', Buffer.from(SVG), undefined],
  ])('is refused if it %s', async (_, bytes, hash) => {
    expect((await stand.moves.checkLines(lineOf(bytes, hash))).errors).toHaveLength(1)
  })
})

it('more uploads than fit in memory are refused, those before them are read', async () => {
  const read = createPictureReader()
  const uploads = Array.from({ length: UPLOADS_MAX + 1 }, (_, team) => read(png(2, 2), team))
  const results = await Promise.allSettled(uploads)

  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual([results.at(-1)])
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable' } })
  await expect(read(png(2, 2), 1)).resolves.toBeInstanceOf(Buffer)
})

it('a picture that takes too long to decode is refused, and its team waits for a minute', async () => {
  const read = createPictureReader(500)
  const slow = jpegOf(4_096, 100)
  const tries = await Promise.allSettled([read(slow, 1), read(png(2, 2), 1), read(png(2, 2), 2)])

  const invalid = { kind: 'invalid', errors: [{ code: 'invalid_image' }] }
  const exhausted = { kind: 'exhausted', code: 'rate_limited' }
  expect(tries).toMatchObject([{ reason: invalid }, { reason: exhausted }, { status: 'fulfilled' }])
  await expect(read(png(2, 2), 1)).rejects.toMatchObject(exhausted)
})
