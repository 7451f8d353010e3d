import { once } from 'node:events'
import { join } from 'node:path'
import { request } from '@fingerpost/kit/http/request'
import { collectGarbage } from '@fingerpost/kit/process/heap'
import { backUpDaily } from './backup/daily.ts'
import type { LocalConfig } from './config.ts'
import type { ShutdownSignals } from './signals.ts'
import { startStack } from './stack.ts'
import type { StackFacts } from './stack-file.ts'
import type { Terminal } from './terminal.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Makes the sample click count as a browser visit. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** `npm start`: runs the stack until the operator stops it. */
export async function start(
  config: LocalConfig,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<number> {
  terminal.say('Fingerpost is starting')
  const stack = await startStack(config, signals, terminal)
  const stopped = once(signals.stop, 'abort')
  const over = new AbortController()
  const backups = backUpDaily(config, root, (line) => terminal.say(line), over.signal)
  try {
    const text = await Promise.race([banner(stack.facts, config.env.SHORT_URL_SCHEME), stopped])
    if (!signals.stop.aborted) {
      terminal.say(`Ready in ${terminal.elapsed()}\n\n${text}\n`)
      terminal.say(`Ctrl-C stops everything. Logs: ${config.dataFolder}/logs`)
      collectGarbage()
      await stopped
    }
  } finally {
    terminal.say('\nStopping …')
    over.abort()
    await backups
    await stack.stop()
    terminal.say('Stopped')
  }
  return 0
}

interface Answer {
  accepted: boolean
  domain: { id: number; name: string }
}

async function banner(facts: StackFacts, scheme: string | undefined): Promise<string> {
  const { url, redirect_url, api_key } = facts
  const { accepted, domain } = await askGateway(facts)
  if (!accepted) {
    return (
      `  Address     ${url}\n\nThis data has an API key already, and it is not the one of this start: ` +
      'set INITIAL_API_KEY to the key it was made with.'
    )
  }
  return [
    `  Dashboard   ${url}/app/`,
    `  Sign in     ${await signInAddress(facts)}`,
    '',
    `  Address     ${url}`,
    `  Redirect    ${redirect_url} (visits past the gateway, for a proxy of your own)`,
    `  API key     ${api_key}`,
    '',
    'Shorten, follow, and, a second later, look at the clicks:',
    ...sampleCommands(facts, domain, scheme).map((it) => `  ${it}`),
  ].join('\n')
}

/**
 * Commands that create a link, visit it and list its click. Short URLs over HTTP work before DNS points to
 * this machine; HTTPS needs the proxy that ends it.
 */
export function sampleCommands(
  { url, api_key }: Pick<StackFacts, 'url' | 'api_key'>,
  domain: Answer['domain'],
  scheme = 'http',
): string[] {
  const key = `-H 'x-api-key: ${api_key}'`
  const link = JSON.stringify({ url: 'https://example.com/hello', domain_id: domain.id })
  const shortUrl = `sed 's/.*"short_url":"\\([^"]*\\)".*/\\1/'`
  const { hostname, port } = new URL(url)
  const here = ` --connect-to ::${hostname}:${port || 80}`
  return [
    `SHORT=$(curl -s ${url}/api/link ${key} -H 'content-type: application/json' -d '${link}' | ${shortUrl}); echo "$SHORT"`,
    `curl -i "$SHORT" -A '${BROWSER}'${domain.name === hostname || scheme === 'https' ? '' : here}`,
    `curl -s ${url}/api/analytics/stream ${key}`,
  ]
}

/** A one-time sign-in URL of the dashboard: the token is in the fragment, so it is never logged. */
export async function signInAddress({ url, api_key }: StackFacts): Promise<string> {
  const headers = { 'x-api-key': api_key }
  const { ok, body } = await request(new URL('/app/sign-in', url), { method: 'POST', headers })
  if (!ok) return `${url}/app/`
  const { token } = JSON.parse(body) as { token: string }
  return `${url}/app/#signin=${token}  (signs in once, within the hour)`
}

/** Whether the API key is valid for this data, and the id of the first domain. */
async function askGateway({ url, api_key, domain }: StackFacts): Promise<Answer> {
  const headers = { 'x-api-key': api_key }
  const { ok, status, body } = await request(new URL('/api/domain?limit=100', url), { headers })
  const first = { id: 1, name: domain }
  if (!ok) return { accepted: status !== 401, domain: first }
  const { items } = JSON.parse(body) as { items: Answer['domain'][] }
  const known = items.find(({ name }) => name === domain) ?? items.find(({ id }) => id === 1)
  return { accepted: true, domain: known ?? first }
}
