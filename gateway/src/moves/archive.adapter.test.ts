import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MovedKind } from '@fingerpost/protos/moved-kinds'
import { afterAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive, verifyArchive } from './archive.adapter.ts'
import { fileOf, KINDS, MANIFEST, MANIFEST_HEAD } from './manifest.rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'team.zip')

/** Writes an export with these lines of links, and changes to its manifest and files. */
async function archive(
  links: string,
  {
    manifest = {},
    extra = '',
    without,
  }: { manifest?: object; extra?: string; without?: MovedKind } = {},
) {
  const zip = new ZipFile()
  const textOf = (kind: MovedKind) => Buffer.from(kind === 'links' ? links : '')
  const files = KINDS.map((kind) => {
    const text = textOf(kind)
    if (kind !== without) zip.addBuffer(text, fileOf(kind))
    const sha256 = createHash('sha256').update(text).digest('hex')
    return [kind, { lines: text.toString().split('\n').length - 1, bytes: text.length, sha256 }]
  })
  if (extra) zip.addBuffer(Buffer.from('x'), extra)
  const head = {
    ...MANIFEST_HEAD,
    product_version: '0.1.0',
    created_at: '2026-11-20T08:00:00.000Z',
    organization: { id: '7', name: 'Shop', slug: 'shop' },
    files: Object.fromEntries(files),
  }
  zip.addBuffer(Buffer.from(JSON.stringify({ ...head, ...manifest })), MANIFEST)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  const bytes = readFileSync(path, 'latin1').replaceAll('up/up/', '../../')
  writeFileSync(path, bytes, 'latin1')
}

const refused = (text: string | RegExp) => expect(verifyArchive(path)).rejects.toThrow(text)

describe('an export', () => {
  it('is read in batches of whole lines', async () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => `{"id":${i},"text":"${'é'.repeat(i)}"}\n`)
    await archive(lines.join(''))
    const open = await openArchive(path)
    const batches = []
    for await (const batch of open.batches('links', 50_000)) batches.push(batch)
    open.close()
    expect(batches.length).toBeGreaterThan(10)
    expect(batches.map(({ text }) => text.toString()).join('')).toBe(lines.join(''))
    let before = 0
    for (const batch of batches) {
      expect(batch.before).toBe(before)
      expect(batch.text.toString().split('\n')).toHaveLength(batch.lines + 1)
      expect(batch.text.length).toBeLessThanOrEqual(50_000)
      before += batch.lines
    }
    expect((await verifyArchive(path)).organization.name).toBe('Shop')
  })

  it('is refused if it is cut off at any place', async () => {
    await archive('{"id":1}\n'.repeat(100))
    const whole = readFileSync(path)
    for (let end = 0; end < whole.length; end += 97) {
      writeFileSync(path, whole.subarray(0, end))
      await refused('is not a complete ZIP file')
    }
  })

  it('is refused if a byte of its lines differs', async () => {
    await archive('{"id":1}\n'.repeat(100))
    const whole = readFileSync(path)
    const bytes = Buffer.from(whole)
    bytes.writeUInt8((bytes.at(50) ?? 0) ^ 0xff, 50)
    writeFileSync(path, bytes)
    await refused('damaged')
  })

  it.each([
    ['a path outside', { extra: 'up/up/etc/passwd' }, '"../../etc/passwd", which is not part of'],
    ['another file', { extra: 'run.sh' }, 'not part of an export'],
    ['a file twice', { extra: 'links.ndjson' }, 'not part of an export'],
    ['a missing file', { without: 'clicks' as const }, 'clicks.ndjson in the export is damaged'],
    [
      'a later version',
      { manifest: { version: 2 } },
      'has version 2; this release reads version 1',
    ],
    ['a version of another type', { manifest: { version: '1' } }, 'its version is not a number'],
    ['another format', { manifest: { format: 'x' } }, 'not an export of a team'],
    ['a manifest of other types', { manifest: { files: {} } }, 'manifest of the export is damaged'],
  ])('with %s is refused', async (_, change, text) => {
    await archive('{"id":1}\n', change)
    await refused(new RegExp(text))
  })

  it('with a line that is too long is refused before it is in memory', async () => {
    await archive(`{"text":"${' '.repeat(200_000_000)}"}\n`)
    await refused('links.ndjson, line 1 is too long')
  })

  it('with an empty line is refused at that line', async () => {
    await archive(`{"id":1}\n${'\n'.repeat(10_000)}`)
    await refused('links.ndjson, line 2 is empty')
  })

  it('that is not a ZIP file is refused', async () => {
    writeFileSync(path, 'id,name\n1,x\n')
    await refused('not a complete ZIP file')
    await expect(openArchive(join(folder, 'none.zip'))).rejects.toThrow('cannot be read')
  })
})
