import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it accepts after `scanMs`, and refuses everything while `away`. */
export async function startMailServer() {
  const received: { to: string; text: string }[] = []
  const accepted: string[] = []
  const state = { away: false, refused: 0, scanMs: 0, received, accepted }
  const server = new SMTPServer({
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    disabledCommands: ['STARTTLS'],
    onMailFrom(_, __, done) {
      if (state.away) state.refused++
      done(state.away ? new Error('Try later') : null)
    },
    onData(stream, { envelope }, done) {
      const [to = { address: '' }] = envelope.rcptTo
      text(stream).then((mail) => {
        received.push({ to: to.address, text: decoded(mail) })
        setTimeout(() => {
          accepted.push(to.address)
          done()
        }, state.scanMs)
      }, done)
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    state,
    url: `smtp://mailer:secret@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** A mail with the soft line breaks and characters of quoted-printable resolved. */
const decoded = (mail: string): string =>
  mail
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
