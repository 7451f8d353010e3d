import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestRedis } from '@fingerpost/kit/testing'
import { expect, it, onTestFinished } from 'vitest'
import { slugRecord } from '../testing/records.ts'
import { guessCache } from './guess.cache.ts'
import { createSeal, passwordChecker } from './password.adapter.ts'
import { passwordRoutes } from './password.routes.ts'

const link = slugRecord({ link_id: 7, slug: 'locked', password_hash: '$argon2id$some' })

/** A password check that counts calls to argon2 and always fails. */
async function openDoor() {
  const asked: string[] = []
  const stored = await createTestRedis()
  const { enter } = passwordRoutes({
    guesses: guessCache(stored.client, 'secret'),
    seal: createSeal('secret'),
    passwords: passwordChecker(async (_, password) => {
      asked.push(String(password))
      return false
    }),
  })
  let visitors = 0
  const server = createServer(async (request, response) => {
    const peer = { ip: `8.8.8.${visitors++}`, host: request.headers.host ?? '', secure: false }
    const answer = await enter(request, link, peer, { path: link.slug, query: '' })
    response.writeHead(answer === 'open' ? 200 : answer.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await stored.drop()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${link.slug}`
  const send = async (init: RequestInit) => (await fetch(url, init)).status
  return { asked, send }
}

it('an invalid password is wrong without argon2, in a form and in a header', async () => {
  const { asked, send } = await openDoor()
  const form = (body: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  const header = (password: string) => ({ headers: { 'x-link-password': password } })
  const none = [
    form(''),
    form('password='),
    form('other=x'),
    form(`password=${'x'.repeat(257)}`),
    header(''),
    header('x'.repeat(257)),
    {},
  ]
  for (const init of none) expect(await send(init)).toBe(401)
  expect(asked).toEqual([])

  const longest = 'x'.repeat(256)
  for (const init of [form(`password=${longest}`), header(longest), header('y')]) {
    expect(await send(init)).toBe(401)
  }
  expect(asked).toEqual([longest, longest, 'y'])
})
