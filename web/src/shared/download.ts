import { forExcel } from './csv.ts'

/** Downloads a file in the browser. */
export async function download(content: Blob, name: string): Promise<void> {
  const file = name.endsWith('.csv') ? await forExcel(content) : content
  const url = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
