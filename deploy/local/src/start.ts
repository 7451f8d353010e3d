import { once } from 'node:events'
import type { LocalConfig } from './config.ts'
import type { Wishes } from './signals.ts'
import { startStack } from './stack.ts'
import type { StackFacts } from './stack-file.ts'
import type { Terminal } from './terminal.ts'

/** `npm start`: the stack until the operator stops it. */
export async function start(
  config: LocalConfig,
  wishes: Wishes,
  terminal: Terminal,
): Promise<number> {
  terminal.say('Fingerpost is starting')
  const stack = await startStack(config, wishes, terminal)
  terminal.say(`Ready in ${terminal.elapsed()}\n\n${await banner(stack.facts)}\n`)
  terminal.say(`Ctrl-C stops everything. Logs: ${config.dataFolder}/logs`)
  if (!wishes.stop.aborted) await once(wishes.stop, 'abort')
  terminal.say('\nStopping …')
  await stack.stop()
  terminal.say('Stopped')
  return 0
}

async function banner({ url, redirect_url, api_key, domain }: StackFacts): Promise<string> {
  const key = `-H 'x-api-key: ${api_key}'`
  const domainId = await findDomainId(url, api_key, domain)
  const link = JSON.stringify({ url: 'https://example.com/hello', domain_id: domainId ?? 1 })
  const shortUrl = `sed 's/.*"short_url":"\\([^"]*\\)".*/\\1/'`
  const lines = [
    `  Address     ${url}`,
    `  Redirect    ${redirect_url} (also at the address itself)`,
    `  API key     ${api_key}`,
    '',
    'Shorten, follow, look at the clicks:',
    `  SHORT=$(curl -s ${url}/api/link ${key} -H 'content-type: application/json' -d '${link}' | ${shortUrl}); echo "$SHORT"`,
    '  curl -i "$SHORT"',
    `  curl -s ${url}/api/analytics/stream ${key}`,
  ]
  if (domainId === undefined) {
    lines.push('', 'This key is not accepted: the data was made with another INITIAL_API_KEY.')
  }
  return lines.join('\n')
}

async function findDomainId(
  url: string,
  apiKey: string,
  name: string,
): Promise<number | undefined> {
  const address = `${url}/api/domain?search=${name}`
  const response = await fetch(address, { headers: { 'x-api-key': apiKey } })
  if (!response.ok) return undefined
  const { items } = (await response.json()) as { items: { id: number; name: string }[] }
  return items.find((it) => it.name === name)?.id
}
