import { afterAll, beforeAll, expect, it } from 'vitest'
import { api, type Container, compose, containers, docker, inside, soon } from './project.ts'

const project = process.env.COMPOSE_PROJECT_NAME
const NAME = `${project}-tls`
const known = `${crypto.randomUUID().slice(0, 8)}.example`
/** The answer to `GET https://<argument 2>/<argument 3>` of the proxy at argument 1, or the TLS error. */
const VISIT = `
const [host, servername, path] = process.argv.slice(1)
const options = { host, servername, path, headers: { host: servername }, rejectUnauthorized: false }
require('node:https').get(options, (it) => {
  const { subjectaltname } = it.socket.getPeerCertificate()
  const { location } = it.headers
  console.log(JSON.stringify({ status: it.statusCode, location, subjectaltname }))
  it.socket.destroy()
}).on('error', (error) => console.log(JSON.stringify({ error: error.message })))`
let proxy = ''
let redirect: Container

/** A visit over HTTPS from inside the network: the ports 80 and 443 of the machine may be taken. */
const visit = async (domain: string, path: string) =>
  JSON.parse(await inside(redirect, 'node', '--eval', VISIT, proxy, domain, path))

beforeAll(async () => {
  // Without the published ports, and with certificates of Caddy's own authority.
  process.env.CADDY_GLOBAL_OPTIONS = 'local_certs'
  await compose('--profile', 'tls', 'run', '--detach', '--no-deps', '--name', NAME, 'proxy-tls')
  delete process.env.CADDY_GLOBAL_OPTIONS
  const network = `{{(index .NetworkSettings.Networks "${project}_edge").IPAddress}}`
  proxy = await docker('inspect', NAME, '--format', network)
  redirect = (await containers('redirect'))[0] as Container
  await soon(async () =>
    expect(await docker('inspect', NAME, '--format', '{{.State.Health.Status}}')).toBe('healthy'),
  )
})
afterAll(() => docker('rm', '--force', '--volumes', NAME))

it('the profile tls serves the domains of teams over HTTPS and gets no certificate for others', async () => {
  const admin = ['exec', '-T', 'catalog', 'node', 'services/catalog/src/admin/main.ts']
  const added = await compose(...admin, 'domain', 'add', known, '--org', '1', '--verified')
  const { slug } = await api<{ slug: string }>('/link', {
    url: 'https://example.com/secure',
    domain_id: JSON.parse(added).id,
    title: 'Secure',
  })

  expect(await visit(known, `/${slug}`)).toEqual({
    status: 302,
    location: 'https://example.com/secure',
    subjectaltname: `DNS:${known}`,
  })
  expect(await visit(`not-${known}`, `/${slug}`)).toEqual({
    error: expect.stringContaining('alert internal error'),
  })
})
