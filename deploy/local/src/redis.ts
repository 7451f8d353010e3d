import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { freePort } from './ports.ts'
import { redisBinary } from './redis-install.ts'
import { storedSecret, writeSecret } from './secrets.ts'
import { type Store, type StorePlace, storeTimeouts } from './store.ts'

const USER = 'fingerpost'
/** Everything but administration, plus dangerous commands that clients, restores and tests need. */
const RIGHTS =
  '~* &* +@all -@admin -@dangerous +bgrewriteaof +info +keys +client|kill +flushdb +restore'
/** Accepts no connections; Redis loads the transactions of its append-only file with its rights. */
const DEFAULT_USER = 'user default off resetpass ~* &* +@all'

/** A killed rewrite of the append-only file leaves a copy, which keeps what is deleted later. */
const WITHOUT_COPIES = 'rm -f temp-* appendonlydir/temp-*; exec "$0" "$@"'

/** The Redis of this machine on a free port of 127.0.0.1, durable for every acknowledged write. */
export async function redis(place: StorePlace, maxMemory: string): Promise<Store> {
  const command = await redisBinary(place)
  const port = await freePort()
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  const password = storedSecret(`${place.folder}-password`, undefined, () => createToken('redis'))
  const settings = {
    port: `${port}`,
    bind: '127.0.0.1',
    dir: JSON.stringify(place.folder),
    appendonly: 'yes',
    appendfsync: 'everysec',
    maxmemory: maxMemory,
    'maxmemory-policy': 'noeviction',
    save: '""',
    user: `${USER} on #${hashToken(password).toString('hex')} ${RIGHTS}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  const file = `${place.folder}.conf`
  writeSecret(file, `${lines.join('')}${DEFAULT_USER}\n`)
  return {
    url: `redis://${USER}:${password}@127.0.0.1:${port}`,
    spec: {
      name: 'redis',
      command: '/bin/sh',
      args: ['-c', WITHOUT_COPIES, command, file],
      cwd: place.folder,
      env: place.env,
      logFile: place.logFile,
      stopSignal: 'SIGTERM',
      ...storeTimeouts,
      isReady: () => answersPing(port, password),
    },
  }
}

/** While it is loading its data, Redis answers PING with an error. */
function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = `AUTH ${USER} ${password}\r\nPING\r\n`
    const socket = connect(port, '127.0.0.1', () => socket.write(ping))
    let answer = ''
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (bytes) => {
      answer += bytes
      if (answer.split('\r\n').length <= 2) return
      resolve(answer.endsWith('+PONG\r\n'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}
