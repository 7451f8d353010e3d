import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'
import { genericClient } from './generic-client.ts'
import { OWN_APPS } from './own-apps.ts'
import { OWN_BOTS } from './own-bots.ts'

/**
 * Generic patterns of `isbot`, which classify every short unknown user agent (`MyShop/1.0`) as a
 * bot. They are excluded: only user agents of known bots are bots.
 */
const NAMELESS = new Set([
  '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
  '^[\\w\\-]+/[\\w]+$',
  '^[^ ]{50,}$',
  '^\\w+/[\\w\\(\\)]*$',
  '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
])
const isNamedRobot = createIsbotFromList(list.filter((pattern) => !NAMELESS.has(pattern)))

/**
 * Words that make a generic client a bot: `python-requests/2 (compatible; XBot/1)`. The default
 * user agent of node-fetch contains its own URL, which is not such a word.
 */
const ROBOT_WORD =
  /bot\b|crawl|spider|slurp|preview|monitor|scan|\+https?:(?!\/\/github\.com\/(?:bitinn|node-fetch)\/node-fetch)/i

const AGENT_LENGTH = 512
const known = new LRUCache<string, boolean>({ max: 5_000 })

/**
 * Whether a user agent is that of a crawler, a preview fetcher or a scanner, or is empty. Uses the
 * first 512 characters; results are cached.
 */
export function isBot(userAgent: string): boolean {
  const agent = userAgent.slice(0, AGENT_LENGTH).trim()
  if (agent === '') return true
  let bot = known.get(agent)
  if (bot === undefined) {
    bot =
      OWN_BOTS.test(agent) ||
      (genericClient(agent) ? ROBOT_WORD.test(agent) : isNamedRobot(agent.replace(OWN_APPS, 'App')))
    known.set(agent, bot)
  }
  return bot
}
