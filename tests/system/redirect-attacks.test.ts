import { beforeAll, describe, expect, it, vi } from 'vitest'
import { teamWithDomains } from '../domains.ts'
import { sendRaw } from '../raw.ts'
import { ATTACKS } from '../redirect/attack.rows.ts'
import { CHROME, localStack } from '../stack.ts'

const URL_OF_LINK = 'https://target.example/'
const PIPELINED = 1_000
/** The processes themselves, because a proxy in front would answer some of these requests. */
const { url, redirect_url } = localStack() ?? {}
const doors = Object.entries({ gateway: url, redirect: redirect_url }).flatMap(([name, url]) =>
  url ? [[name, url] as const] : [],
)

let team: Awaited<ReturnType<typeof teamWithDomains>>
let domain: Awaited<ReturnType<typeof team.createVerified>>

beforeAll(async () => {
  team = await teamWithDomains('A team under attack')
  domain = await team.createVerified()
})

describe.each(doors)('through %s', (_, url) => {
  let link: { id: string; slug: string }
  let clicks = 0
  const fill = (bytes: string) =>
    Buffer.from(bytes.replaceAll('{host}', domain.name).replaceAll('{slug}', link.slug), 'latin1')
  const plain = (connection: string) =>
    fill(
      `GET /{slug} HTTP/1.1\r\nhost: {host}\r\nuser-agent: ${CHROME}\r\nconnection: ${connection}\r\n\r\n`,
    )

  beforeAll(async () => {
    link = await team.link(domain.id, { url: URL_OF_LINK })
  })

  it.concurrent.each(ATTACKS.map((it) => [it.name, it] as const))('%s', async (_name, attack) => {
    const { statuses, text } = await sendRaw(url, fill(attack.bytes))
    const status = statuses[0] ?? 0

    expect(attack.right).toContain(status)
    expect(text.slice(0, text.indexOf('\r\n\r\n'))).not.toMatch(
      /\nset-cookie|\nserver:|x-powered-by/i,
    )
    expect(text).not.toMatch(/<script|alert\(1\)|at \S+\.ts:|node_modules|evil\.example/)
    if (status !== 302) expect(text).not.toContain(URL_OF_LINK)
    if (status === 302) clicks += attack.clicks ?? 0
  })

  it.concurrent('a request whose body never arrives times out', async () => {
    const { id } = await team.link(domain.id, {
      url: URL_OF_LINK,
      password: 'x',
      slug: `slow-${link.slug}`,
    })
    expect(id).toBeTruthy()
    const bytes = `POST /slow-${link.slug} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\npassword=`
    const { statuses } = await sendRaw(url, fill(bytes), () => false)
    expect([[], [400], [408], [503], [504]]).toContainEqual(statuses)
  })

  it.concurrent('a request whose headers never end times out', async () => {
    const { statuses } = await sendRaw(
      url,
      fill('GET /{slug} HTTP/1.1\r\nhost: {host}\r\nx-a: '),
      () => false,
    )
    expect([[], [408]]).toContainEqual(statuses)
  })

  it('each of a thousand pipelined requests is answered and counted once', async () => {
    const all = Buffer.concat(Array.from({ length: PIPELINED }, () => plain('keep-alive')))
    const { statuses } = await sendRaw(url, all, (it) => it.statuses.length === PIPELINED)
    expect(statuses).toEqual(Array(PIPELINED).fill(302))
    clicks += PIPELINED
  })

  it('a visitor who disconnects after the request is counted at most once', async () => {
    const { id, slug } = await team.link(domain.id, { url: URL_OF_LINK })
    const ask = Buffer.from(
      `GET /${slug} HTTP/1.1\r\nhost: ${domain.name}\r\nuser-agent: ${CHROME}\r\n\r\n`,
    )
    const stayed = await sendRaw(url, ask)
    expect(stayed.statuses).toEqual([302])
    await Promise.all(Array.from({ length: 20 }, () => leave(ask)))
    await vi.waitFor(async () => expect((await sendRaw(url, ask)).statuses).toEqual([302]))

    await vi.waitFor(
      async () => {
        const { body } = await team.api('GET', `/link/${id}`)
        expect(body.clicks).toBeGreaterThanOrEqual(2)
      },
      { timeout: 10_000 },
    )
    expect((await team.api('GET', `/link/${id}`)).body.clicks).toBeLessThanOrEqual(22)
  })

  /** Sends the request and disconnects immediately. */
  const leave = async (bytes: Buffer) => {
    const { connect } = await import('node:net')
    const { hostname, port } = new URL(url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.end(bytes, () => socket.destroy()),
      )
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
  }

  it('after all attacks the link works as before, and has exactly the answered clicks', async () => {
    const { text } = await sendRaw(url, plain('close'))
    expect(text).toContain(`ocation: ${URL_OF_LINK}\r\n`)
    await vi.waitFor(
      async () => expect((await team.api('GET', `/link/${link.id}`)).body.clicks).toBe(clicks + 1),
      { timeout: 10_000 },
    )
  })
})
