import { connect } from 'node:net'

/** The responses received on one connection. */
export interface RawAnswer {
  /** The statuses of all responses, in order. */
  statuses: number[]
  text: string
}

/**
 * Sends raw bytes and reads until the server closes the connection or `until` returns true. Allows
 * headers that a client library would never send.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  until: (answer: RawAnswer) => boolean = ({ statuses }) => statuses.length > 0,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
    let text = ''
    const answer = (): RawAnswer => ({
      statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
      text,
    })
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (until(answer())) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer()))
    socket.on('connect', () => socket.write(bytes))
  })
}
