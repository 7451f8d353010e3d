import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copy, canCopy, startCopy, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME } from '../stack.ts'
import { storedTexts } from '../stored-texts.ts'

/** In Prague; addresses that no other test uses, two of them in one network. */
const V4 = `83.208.93.${randomInt(100, 172)}`
const NEIGHBOR = `83.208.93.${randomInt(172, 244)}`
const V6 = `2a00:1028:83a0:7777:1:2:3:${randomInt(0x1000, 0xffff).toString(16)}`

describe.runIf(canCopy()).each([
  ['truncated', '83.208.93.0', '2a00:1028:83a0::'],
  ['none', '', ''],
])('where CLICK_IP is %s, an address', (CLICK_IP, v4, v6) => {
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let copy: Copy
  let linkId: string

  beforeAll(async () => {
    copy = await startCopy('redirect', { CLICK_IP, LOG_LEVEL: 'trace' })
    team = await teamWithDomains(`A team of private people, ${CLICK_IP}`)
    const domain = await team.createVerified()
    const { id, slug } = await team.link(domain.id)
    linkId = id
    for (const from of [V4, NEIGHBOR, NEIGHBOR, V6]) {
      const headers = { host: domain.name, 'user-agent': CHROME, 'x-forwarded-for': from }
      const answer = await visitAs(copy.url, { method: 'GET', path: `/${slug}`, headers })
      expect(answer.status).toBe(302)
    }
    await vi.waitFor(async () => expect((await clicks()).length).toBe(4), { timeout: 15_000 })
  })
  afterAll(() => copy?.close())

  const clicks = async () =>
    (
      await team.api<{ items: Record<string, unknown>[] }>(
        'GET',
        `/analytics/stream?link_id=${linkId}`,
      )
    ).body.items

  it('is located before it is truncated', async () => {
    const stored = await clicks()
    expect(stored.map(({ ip }) => ip).sort()).toEqual([v4, v4, v4, v6].sort())
    const first = stored.find(({ city }) => city === 'Prague')
    expect(first).toMatchObject({
      country: 'CZ',
      continent: 'Europe',
      is_eu: true,
      geo: { time_zone: 'Europe/Prague', latitude: expect.any(Number) },
    })
  })

  it('still tells visitors apart', async () => {
    const { body } = await team.api('GET', `/analytics/clicks?link_id=${linkId}&interval=month`)
    expect(body).toMatchObject([{ clicks: 4, visitors: 3 }])
  })

  it('is stored in no table, queue, spool or log', async () => {
    const texts = { ...(await storedTexts()), log: copy.log() }
    for (const [place, text] of Object.entries(texts)) {
      for (const address of [V4, NEIGHBOR, V6]) {
        expect([place, text.includes(address)]).toEqual([place, false])
      }
    }
    expect(texts.tables).toContain(linkId)
  })
})
