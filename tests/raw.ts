import { connect } from 'node:net'

/** What came back on one connection. */
export interface RawAnswer {
  /** Of each answer, in their order. */
  statuses: number[]
  text: string
}

/**
 * Sends bytes as they are and reads until the server closes, or for as long as `until` says no. Headers
 * that a client library would never send can be sent this way.
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
