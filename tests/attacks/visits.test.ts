import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { teamWithDomains } from '../domains.ts'
import { CHROME, localStack, stack } from '../stack.ts'

const redirect = localStack()?.redirect_url ?? ''
const VISITS = 200
const ATTACKERS = 24

let host: string
let slug: string

beforeAll(async () => {
  const team = await teamWithDomains('A team under attack')
  const domain = await team.createVerified()
  host = domain.name
  slug = (await team.link(domain.id, { url: 'https://target.example/' })).slug
})

/** The status of a visit on redirect's own port. */
const visit = () =>
  new Promise<number>((resolve, reject) => {
    const { port, hostname } = new URL(redirect)
    const socket = connect(Number(port), hostname)
    const lines = Object.entries({ host, 'user-agent': CHROME, connection: 'close' })
    socket.once('data', (answer) => {
      resolve(Number(answer.toString('latin1', 9, 12)))
      socket.destroy()
    })
    socket.once('error', reject)
    const head = lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')
    socket.write(`GET /${slug} HTTP/1.1\r\n${head}\r\n`)
  })

/** Sends the most expensive API requests one after another until aborted. */
async function attack(signal: AbortSignal): Promise<number> {
  const body = JSON.stringify({ url: 'x', tags: Array.from({ length: 900 }, () => ({})) })
  let asked = 0
  while (!signal.aborted) {
    const headers = { 'x-api-key': stack.apiKey, 'content-type': 'application/json' }
    const answer = await fetch(`${stack.url}/api/link`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    asked++
  }
  return asked
}

describe.runIf(redirect)('while the API is under attack', () => {
  it('all visits on the port of redirect are answered', async () => {
    const stop = new AbortController()
    const attackers = Array.from({ length: ATTACKERS }, () => attack(stop.signal))
    const statuses = new Set<number>()
    for (let i = 0; i < VISITS; i++) statuses.add(await visit())
    stop.abort()

    expect([...statuses]).toEqual([302])
    const asked = await Promise.all(attackers)
    expect(asked.reduce((sum, it) => sum + it)).toBeGreaterThan(ATTACKERS)
  })
})
