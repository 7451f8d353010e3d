import { ExportClicksResponse } from '@fingerpost/protos/analytics/v1/analytics'
import { expect, it } from 'vitest'
import { exportBytes } from './export.mapper.ts'

it.each([0, 1, 127, 128, 20_000, 3_000_000])(
  'a text of %d bytes is serialized as generated',
  (size) => {
    const text = new Uint8Array(size).fill(65)
    const piece = { text, before_ms: 1_700_000_000_000, before_id: 'id', ended: true }
    const read = ExportClicksResponse.decode(exportBytes(piece))
    expect(Buffer.compare(read.text, text)).toBe(0)
    expect(read).toMatchObject({ before_ms: 1_700_000_000_000, before_id: 'id', ended: true })
  },
)
