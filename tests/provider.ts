import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider says about a person. */
export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export const CLIENT = { id: 'fingerpost', secret: 'a secret of the client' }

/** A real OpenID Connect provider whose login page is a list of accounts. */
export async function openProvider() {
  const accounts = new Map<string, Account>()
  let server: Server | undefined
  const port = await listen(0)
  const issuer = `http://127.0.0.1:${port}`
  let provider: Provider

  async function listen(at: number): Promise<number> {
    server = createServer((request, response) => {
      provider.callback()(request, response)
    }).listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    if (!server?.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  return {
    issuer,
    accounts,
    /** Registers the redirect URI of a client; call it before the first request. */
    register(redirectUri: string): void {
      provider = new Provider(issuer, {
        clients: [
          { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_, id) => ({
          accountId: id,
          claims: async () => ({ ...accounts.get(id), sub: id }),
        }),
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        features: { devInteractions: { enabled: true } },
        pkce: { required: () => true },
      })
      // Errors are part of some tests; the provider would print them.
      provider.on('server_error', () => {})
    },
    /** The issuer that later ID tokens name. */
    set tokenIssuer(name: string) {
      Object.defineProperty(provider, 'issuer', { value: name, configurable: true })
    },
    stop,
    restart: () => listen(port),
  }
}

/** A browser at the provider: signs in as this account and returns where it is sent at last. */
export async function signInAt(url: string, sub: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const go = async (to: URL, body?: URLSearchParams): Promise<Response> => {
    const response = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  let at = new URL(url)
  for (let i = 0; i < 20; i++) {
    if (at.href.startsWith(until)) return at
    let response = await go(at)
    if (response.status === 200) {
      const page = await response.text()
      const form = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'none'
      response = await go(
        new URL(form, at),
        new URLSearchParams({ prompt, login: sub, password: 'x' }),
      )
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${response.status} at ${at}: ${await response.text()}`)
    at = new URL(next, at)
  }
  throw new Error('The provider redirects without end')
}
