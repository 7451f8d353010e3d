import { type ChannelOptions, Client, credentials } from '@grpc/grpc-js'

/** How soon a copy of a service that joined behind its name is called, too. */
const LOOK_UP_MS = 30_000

/**
 * A channel to the copies of a service behind one name, which share the calls. A channel of grpc-js looks
 * its name up when it is new and when a connection drops, so there is a new one from time to time; both
 * use the same connections. Calls move over once it is ready: docs/decisions/0016.
 */
export function openChannel(address: string, options: ChannelOptions, lookUpMs = LOOK_UP_MS) {
  const create = () =>
    new Client(`dns:///${address}`, credentials.createInsecure(), {
      ...options,
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
    })
  let current = create()
  const open = new Set([current])
  const close = (it: Client) => open.delete(it) && it.close()

  function renew(): void {
    const next = create()
    open.add(next)
    next.waitForReady(Date.now() + lookUpMs, (error) => {
      if (error || !open.has(next)) return void close(next)
      const old = current
      current = next
      setTimeout(close, LOOK_UP_MS, old).unref() // no call takes that long
    })
  }
  const timer = setInterval(renew, lookUpMs).unref()

  return {
    /** For the next call. */
    get current(): Client {
      return current
    },
    close(): void {
      clearInterval(timer)
      for (const it of open) close(it)
    },
  }
}
