import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { teamWithDomains } from '../domains.ts'
import { CHROME, localStack, stack } from '../stack.ts'

const doors = [
  { name: 'redirect', url: localStack()?.redirect_url, sockets: 2_000, readers: 10 },
  { name: 'gateway', url: stack.url, sockets: 300, readers: 4 },
].filter(({ url }) => url)
/**
 * Requests for pages of several kilobytes: the responses exceed the socket buffers of both kernels.
 */
const UNREAD = 5_000
const VISITORS = 20

let host: string
let slug: string

beforeAll(async () => {
  const team = await teamWithDomains('A team of slow visitors')
  const domain = await team.createVerified()
  await team.link(domain.id, { slug: 'locked', password: 'x' })
  host = domain.name
  slug = (await team.link(domain.id, { url: 'https://target.example/' })).slug
})

const head = (line: string) => `${line} HTTP/1.1\r\nhost: ${host}\r\nuser-agent: ${CHROME}\r\n`
/** What each kind of slow client sends at first, and then every second. */
const ways = (): { first: string; later: string }[] => [
  { first: '', later: '' },
  { first: `GET /${slug} HT`, later: '' },
  { first: `${head(`GET /${slug}`)}x-slow: `, later: 'a' },
  { first: head(`GET /${slug}`), later: 'x: y\r\n' },
  { first: `${head('POST /locked')}content-length: 1000\r\n\r\npassword=`, later: '' },
  { first: `${head('POST /locked')}content-length: 1000\r\n\r\npassword=`, later: 'a' },
  { first: `${head(`GET /${slug}`)}\r\n${head(`GET /${slug}`)}`, later: 'x: y\r\n' },
]

/** Resolves with the response statuses once the server closes the connection. */
async function dawdle(url: string, { first, later }: { first: string; later: string }) {
  const socket = open(url)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk))
  socket.on('end', () => socket.end())
  socket.write(first)
  const dripping = later && setInterval(() => socket.writable && socket.write(later), 1_000)
  await closed(socket)
  if (dripping) clearInterval(dripping)
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
}

/** Requests more than it reads. Resolves with the bytes received when the server closes. */
async function neverRead(url: string): Promise<number> {
  const socket = open(url).pause()
  const ask = `${head('GET /')}\r\n`
  let asked = 0
  const askOn = () => {
    while (asked++ < UNREAD) if (!socket.write(ask)) return void socket.once('drain', askOn)
  }
  askOn()
  // A paused socket notices that it was closed only when it writes.
  const nudging = setInterval(() => socket.writable && socket.write(ask), 1_000)
  await closed(socket)
  clearInterval(nudging)
  return socket.bytesRead
}

/**
 * A client that sends nothing does not notice when the server's full accept queue dropped its
 * connection; keepalive probes detect it.
 */
function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
    .setKeepAlive(true, 1_000)
    .on('error', () => {})
}

describe.each(doors)('$sockets connections that send or read slowly at the $name', (door) => {
  it('are all closed, while other requests are answered', async () => {
    const url = door.url ?? ''
    let left = door.sockets + door.readers
    const gone = <T>(it: T) => {
      left--
      return it
    }
    const kinds = ways()
    const slow = Array.from({ length: door.sockets }, (_, i) =>
      dawdle(url, kinds[i % kinds.length]!).then(gone),
    )
    const readers = Array.from({ length: door.readers }, () => neverRead(url).then(gone))

    const statuses = new Map<number, number>()
    const visitor = async () => {
      while (left > 0) {
        const status = await visitOnce(url)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: VISITORS }, visitor))

    expect([...statuses.keys()]).toEqual([302])
    expect(statuses.get(302)).toBeGreaterThan(VISITORS)
    // A slow client gets at most the response to its complete request.
    const answers = await Promise.all(slow)
    for (const [i, got] of answers.entries()) {
      const asked = i % kinds.length === kinds.length - 1 ? [302] : []
      // An empty list is a connection dropped by the kernel.
      expect([[], asked, [...asked, 408], [...asked, 400]]).toContainEqual(got)
    }
    const answered = answers.filter((_, i) => i % kinds.length === kinds.length - 1)
    expect(answered.filter((got) => got.length === 0).length).toBeLessThan(answered.length / 10)
    expect(await Promise.all(readers)).toHaveLength(door.readers)
  })
})

/** The status of one visit on a new connection; 0 without a response. */
async function visitOnce(url: string): Promise<number> {
  const socket = open(url)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk))
  socket.write(`${head(`GET /${slug}`)}connection: close\r\n\r\n`)
  await closed(socket)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
}

/** `once` would reject if the connection is reset, which counts as closed here. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.on('close', () => resolve()))
