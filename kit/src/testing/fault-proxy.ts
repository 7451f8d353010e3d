import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * ok: passes bytes on. refuse: cuts what is open and what comes. blackhole: takes bytes, says nothing.
 * mute: passes on what is asked, and swallows the answers.
 */
export type FaultMode = 'ok' | 'refuse' | 'blackhole' | 'mute'

/** A TCP proxy in front of a store, whose line a test can cut. */
export async function openFaultProxy(target: URL) {
  let mode: FaultMode = 'ok'
  const sockets = new Set<Socket>()
  const dumb = new Set<Socket>()

  const server = createServer((near) => {
    if (mode === 'refuse') return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (mode === 'ok' || (mode === 'mute' && from === near)) to.write(bytes)
        else dumb.add(from)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** A connection that lost bytes ends when the line is well again: it could only talk nonsense. */
    set(next: FaultMode): void {
      mode = next
      if (next === 'refuse') cut()
      if (next === 'ok') for (const socket of dumb) socket.destroy()
      dumb.clear()
    },
    async close(): Promise<void> {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
