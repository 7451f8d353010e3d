import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed; it is drawn again before the browser does so. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: string, value: boolean) =>
      addEventListener(event, () => flushSync(() => setPrinting(value)), {
        signal: listening.signal,
      })
    listen('beforeprint', true)
    listen('afterprint', false)
    return () => listening.abort()
  }, [])
  return printing
}
