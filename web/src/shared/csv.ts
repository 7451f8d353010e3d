import { NUMBER_MARKS } from './numbers.rules.ts'

/** Tells Excel that the file is in UTF-8. */
const BOM = '\uFEFF'
/** Larger files keep their commas, because the separator is replaced in memory. */
const SEPARATED_BYTES = 50_000_000

/** A CSV file as Excel opens it in this language: where commas are in numbers, semicolons separate. */
export async function forExcel(csv: Blob, decimal = NUMBER_MARKS.decimalSeparator): Promise<Blob> {
  const { type } = csv
  if (decimal !== ',' || csv.size > SEPARATED_BYTES) return new Blob([BOM, csv], { type })
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(await csv.text(), { skipEmptyLines: true })
  return new Blob([BOM, Papa.unparse(data, { delimiter: ';' })], { type })
}
