import { useState } from 'react'
import { text } from '#messages/shared.ts'
import { download } from './download.ts'
import { showFailure } from './failure.ts'

/** Whether a file is being fetched, and a function that fetches and downloads one. */
export function useExport(): [boolean, (name: string, content: Promise<unknown>) => void] {
  const [exporting, setExporting] = useState(false)

  async function hand(name: string, content: Promise<unknown>) {
    setExporting(true)
    try {
      await download((await content) as Blob, name)
    } catch (error) {
      showFailure(text.notExported, error)
    } finally {
      setExporting(false)
    }
  }
  return [exporting, (name, content) => void hand(name, content)]
}
