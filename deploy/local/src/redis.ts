import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from './ports.ts'
import { redisBinary } from './redis-install.ts'
import { type Store, type StorePlace, storeTimeouts } from './store.ts'

/** Redis of this machine on a free port of 127.0.0.1, keeping everything it says yes to. */
export async function redis(place: StorePlace): Promise<Store> {
  const command = await redisBinary(place)
  const port = await freePort()
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  const settings = {
    port: `${port}`,
    bind: '127.0.0.1',
    dir: place.folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
    save: '',
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    spec: {
      name: 'redis',
      command,
      args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      cwd: place.folder,
      env: place.env,
      logFile: place.logFile,
      stopSignal: 'SIGTERM',
      ...storeTimeouts,
      isReady: () => answersPing(port),
    },
  }
}

/** While it still loads its data it answers PING with an error. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1_000, () => socket.destroy())
    socket.once('data', (answer) => {
      resolve(answer.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}
