import type { Click } from '@fingerpost/protos/click/v1/click'

const SYSTEMS = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'Linux; Android 14; SM-S918B',
  'Linux; Android 10; K',
]
const LANGUAGES = [
  'en-US,en;q=0.9',
  'de-DE,de;q=0.9,en;q=0.5',
  'fr-FR,fr;q=0.8',
  'ja',
  'pt-BR,pt;q=0.9',
]

/**
 * Distinct visits as redirect queues them, 40 per millisecond: 20,000 links, 1,000 agents, any
 * address.
 */
export function makeVisits(count: number, nowMs: number): Click[] {
  return Array.from({ length: count }, (_, i) => {
    const linkId = 1 + Math.floor(20_000 ** Math.random())
    const system = SYSTEMS[i % SYSTEMS.length]
    const chrome = 100 + Math.floor(200 ** Math.random())
    return {
      id: crypto.randomUUID(),
      created_at_ms: nowMs - Math.floor(i / 40),
      link_id: linkId,
      org_id: 1 + (linkId % 20),
      domain_id: 1 + (linkId % 5),
      domain: 'go.example',
      slug: `s${linkId}`,
      short_url: `https://go.example/s${linkId}`,
      title: `Page ${linkId} of the shop`,
      url: `https://shop.example/products/${linkId}?from=newsletter`,
      variant: 'main',
      trigger: 'link',
      ip: Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 223)).join('.'),
      user_agent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Safari/537.36`,
      accept_language: LANGUAGES[i % LANGUAGES.length] ?? '',
      referer: `https://site-${Math.floor(500 ** Math.random())}.example/today`,
      query: i % 3 === 0 ? `utm_source=news&utm_campaign=c${i % 100}&id=${i}` : '',
    }
  })
}
