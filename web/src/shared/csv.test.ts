import { expect, it } from 'vitest'
import { forExcel } from './csv.ts'

const csv = new Blob(['slug,title\r\na,"one, two; ""three"""\r\n'], { type: 'text/csv' })
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = async (file: Blob) => decoder.decode(await file.arrayBuffer())

it('an exported file begins with a byte order mark, so that Excel reads it as UTF-8', async () => {
  expect(await textOf(await forExcel(csv, '.'))).toBe(`\uFEFF${await csv.text()}`)
})

it('an exported file has semicolons where Excel expects them', async () => {
  const file = await forExcel(csv, ',')
  expect(await textOf(file)).toBe('\uFEFFslug;title\r\na;"one, two; ""three"""')
  expect(file.type).toBe('text/csv')
})
