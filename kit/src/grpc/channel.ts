import { type ChannelOptions, Client, credentials } from '@grpc/grpc-js'

/** Interval of DNS lookups, after which a new replica receives calls, too. */
const LOOK_UP_MS = 30_000

/**
 * A load-balanced channel to the replicas behind one name. grpc-js resolves a name only for a new
 * channel and when a connection drops, so the channel is renewed periodically; both share their
 * connections, and calls switch once the new one is ready: docs/decisions/0016.
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
    /** The client to use for the next call. */
    get current(): Client {
      return current
    },
    /** Waits for a connection, at most this long. */
    ready: (withinMs: number) =>
      new Promise<void>((resolve) => current.waitForReady(Date.now() + withinMs, () => resolve())),
    close(): void {
      clearInterval(timer)
      for (const it of open) close(it)
    },
  }
}
