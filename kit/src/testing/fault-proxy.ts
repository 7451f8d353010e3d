import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What the proxy does.
 * - ok: forwards bytes.
 * - refuse: closes open and new connections.
 * - blackhole: accepts bytes and does not answer.
 * - mute: forwards requests and drops responses.
 * - slow: forwards with a delay of `lagMs` in each direction.
 * - reset-on-answer: forwards requests; at the first byte of the response, both ends are reset.
 * - reset-on-close: forwards; when one end closes, the other is reset.
 */
export type FaultMode =
  | 'ok'
  | 'refuse'
  | 'blackhole'
  | 'mute'
  | 'slow'
  | 'reset-on-answer'
  | 'reset-on-close'

export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>

/** A TCP proxy in front of a store that simulates network failures. */
export async function openFaultProxy(first: URL) {
  let target = first
  let mode: FaultMode = 'ok'
  let lagMs = 0
  let cuts = 0
  const sockets = new Set<Socket>()
  const dumb = new Set<Socket>()

  const server = createServer((near) => {
    if (mode === 'refuse') return near.destroy()
    const far = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: false })
    join(near, far, 'asks')
    join(far, near, 'answers')
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function join(from: Socket, to: Socket, direction: 'asks' | 'answers'): void {
    const later = lateWriter(to)
    sockets.add(from)
    from.on('data', (bytes) => {
      if (mode === 'reset-on-answer' && direction === 'answers') {
        cuts++
        from.resetAndDestroy()
        to.resetAndDestroy()
      } else if (mode === 'blackhole' || (mode === 'mute' && direction === 'answers')) {
        dumb.add(from)
      } else {
        later(bytes, mode === 'slow' ? lagMs : 0)
      }
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (mode === 'reset-on-close') to.resetAndDestroy()
      else to.destroy()
    })
  }

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const url = new URL(first)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Number of responses that were cut at their first byte. */
    get cuts() {
      return cuts
    },
    /**
     * Sets the mode. A connection that lost bytes is closed afterwards, as its stream is corrupt.
     */
    set(next: FaultMode, nextLagMs = 0): void {
      mode = next
      lagMs = nextLagMs
      if (next === 'refuse') cut()
      if (next === 'ok') for (const socket of dumb) socket.destroy()
      dumb.clear()
    },
    /** Moves to another server, as a failover does: closes all connections. */
    moveTo(next: URL): void {
      target = next
      cut()
    },
    async close(): Promise<void> {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Writes chunks with a delay of `lagMs`, always in their original order. */
function lateWriter(to: Socket) {
  const waiting: { bytes: Buffer; dueMs: number }[] = []

  function drain(): void {
    const nowMs = performance.now()
    for (let first = waiting[0]; first && first.dueMs <= nowMs; first = waiting[0]) {
      waiting.shift()
      if (to.writable) to.write(first.bytes)
    }
    if (waiting[0]) setTimeout(drain, Math.max(1, waiting[0].dueMs - nowMs)).unref()
  }

  return (bytes: Buffer, lagMs: number): void => {
    if (lagMs === 0 && waiting.length === 0) return void (to.writable && to.write(bytes))
    waiting.push({ bytes, dueMs: performance.now() + lagMs })
    if (waiting.length === 1) drain()
  }
}
