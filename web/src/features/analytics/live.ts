import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { View } from './analytics.queries.ts'
import { type Click, createClickReader, isMeant } from './live.rules.ts'

const SHOWN_MAX = 50
const AGAIN_MS = 2_000

export interface Live {
  /** Newest first. */
  clicks: Click[]
  /** The number of clicks since the stream started. */
  count: number
  state: 'connecting' | 'listening' | 'interrupted'
}

const NOTHING: Live = { clicks: [], count: 0, state: 'connecting' }

/** The live clicks of a view, while the component is mounted. */
export function useLive(view: View): Live {
  const [live, setLive] = useState(NOTHING)
  const meant = useRef(view)
  meant.current = view
  const linkId = typeof view.link_id === 'string' ? view.link_id : undefined

  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    let timer: ReturnType<typeof setTimeout>
    setLive(NOTHING)

    const take = (clicks: Click[]) => {
      setLive((before) => {
        const shown = new Set(before.clicks.map(({ id }) => id)) // streams overlap by a second
        const fresh = clicks.filter(
          (click) => isMeant(click, meant.current) && !shown.has(click.id),
        )
        if (fresh.length === 0) return before
        return {
          ...before,
          clicks: [...fresh.reverse(), ...before.clicks].slice(0, SHOWN_MAX),
          count: before.count + fresh.length,
        }
      })
    }
    const listen = async () => {
      try {
        const query = linkId === undefined ? {} : { link_id: linkId }
        const options = { signal, parseAs: 'stream', params: { query } } as const
        const stream = (await read(api().GET('/analytics/live', options))) as ReadableStream
        const reader = createClickReader()
        setLive((before) => ({ ...before, state: 'listening' }))
        const pieces = stream.pipeThrough(new TextDecoderStream()).getReader()
        for (;;) {
          const { done, value } = await pieces.read()
          if (done) break
          take(reader(value))
        }
      } catch {
        // Reconnects after any end or error.
      }
      if (signal.aborted) return
      setLive((before) => ({ ...before, state: 'interrupted' }))
      timer = setTimeout(listen, AGAIN_MS)
    }
    void listen()
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [linkId])
  return live
}
