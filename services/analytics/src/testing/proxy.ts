import { connect, createServer, type Socket } from 'node:net'

/**
 * `cut` closes a connection at the first byte of a response: the work is done, its answer is lost.
 * `cutInsert` does so with the next insert of clicks, and then refuses all connections.
 */
export type ProxyMode = 'pass' | 'cut' | 'cutInsert' | 'refuse' | 'hang'

const INSERT = /INSERT\W+INTO\W+clicks_raw_v1/

/** A proxy between a process and a store that can simulate network failures. */
export async function openProxy(target: string) {
  const { hostname, port } = new URL(target)
  const state = { mode: 'pass' as ProxyMode, cut: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    client.on('error', () => {})
    if (state.mode === 'refuse') return client.destroy()
    const store = connect(Number(port), hostname)
    store.on('error', () => client.destroy())
    store.on('close', () => client.destroy())
    client.on('close', () => store.end())
    let inserts = false
    client.on('data', (bytes) => {
      if (bytes.includes('HTTP/1.1')) inserts = INSERT.test(bytes.toString('latin1'))
    })
    client.pipe(store)
    store.on('data', (bytes) => {
      if (state.mode === 'hang') return false
      const isCut = state.mode === 'cut' || (state.mode === 'cutInsert' && inserts)
      if (!isCut) return client.write(bytes)
      state.cut++
      if (state.mode === 'cutInsert') set('refuse')
      return client.destroy()
    })
    return client
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  // The same URL, with its credentials, through the proxy.
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' && address ? address.port : 0)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  function set(mode: ProxyMode) {
    state.mode = mode
    if (mode !== 'pass') drop()
  }
  return {
    state,
    url: through.href,
    set,
    async close() {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
