import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { portOwner } from './port-owner.ts'
import { StartError } from './start-error.ts'

// Below the ephemeral range of outgoing connections, so that a restarted process finds its port
// free.
const LOWEST = 20_000
const HIGHEST = 32_000

const handedOut = new Set<number>()

/** A free port of 127.0.0.1; never the same one twice within this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (handedOut.has(port) || (await listenError(port, '127.0.0.1'))) continue
    handedOut.add(port)
    return port
  }
}

/**
 * Reserves a port. If it is taken, throws a StartError that names the port, the setting and the program that
 * uses the port.
 */
export async function requireFreePort(port: number, host: string, setting: string): Promise<void> {
  const error = await listenError(port, host)
  if (error === undefined) {
    const taken = await Promise.all(['127.0.0.1', '::1'].map((it) => answers(port, it)))
    if (!taken.includes(true)) return void handedOut.add(port)
  }
  if (error === 'EACCES') {
    throw new StartError(`Port ${port} needs root. Choose a higher one: ${setting}=8080 npm start`)
  }
  if (error !== undefined && error !== 'EADDRINUSE') {
    throw new StartError(`Cannot listen on port ${port} of ${host}: ${error}`)
  }
  const owner = await portOwner(port)
  const whose = owner ? ` by ${owner.command} (pid ${owner.pid})` : ''
  throw new StartError(
    `Port ${port} is taken${whose}. ` +
      `Stop that, or choose another port: ${setting}=${port + 1} npm start`,
  )
}

function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
