import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { text } from '#messages/shared.ts'
import { problemOf } from '../api/problem.ts'
import { download } from './download.ts'

/** Whether a file is being fetched, and a function that fetches and downloads one. */
export function useExport(): [boolean, (name: string, content: Promise<unknown>) => void] {
  const [exporting, setExporting] = useState(false)

  async function hand(name: string, content: Promise<unknown>) {
    setExporting(true)
    try {
      download((await content) as Blob, name)
    } catch (error) {
      const { detail: message } = problemOf(error)
      notifications.show({ color: 'red', title: text.notExported, message })
    } finally {
      setExporting(false)
    }
  }
  return [exporting, (name, content) => void hand(name, content)]
}
